"""Compilation: rules are plain Python functions that numba compiles; entry points keep their machine code on disk.

Three modes, chosen by the environment when the process starts:

- default: compiled;
- ``DICEDECK_CHECKED=1``: compiled with bounds checks (an index outside its array raises instead of hitting the next);
- ``NUMBA_DISABLE_JIT=1``: plain Python, for step-through debugging and coverage.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import math
import os
import shutil
import stat
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import config as _config
from numba.core.caching import NullCache
from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
from numba.extending import typeof_impl

F = TypeVar("F", bound=Callable[..., Any])

JIT = not getattr(_config, "DISABLE_JIT", 0)
CHECKED = os.environ.get("DICEDECK_CHECKED", "0") not in ("", "0")
MODE = "python" if not JIT else "checked" if CHECKED else "compiled"

_njit: Any = numba.njit
_types: Any = numba.types
_FLAGS: dict[str, Any] = {"nogil": True, "boundscheck": CHECKED, "error_model": "python" if CHECKED else "numpy"}
_CORE = Path(__file__).resolve().parent
_ENVS = _CORE.parent
_KEEP_DAYS = 14

if not JIT:
    np.seterr(over="ignore")  # the generator of rng.py wraps on purpose; compiled code does so silently


class Rule:
    """A rules function: numba sees the dispatcher inside, Python calls a kernel of the same function.

    Rules are compiled only to be linked into kernels, so they get no wrapper for Python, and are neither optimised nor
    translated to machine code on their own: that is done once over the whole kernel, in a fraction of the time.
    """

    def __init__(self, fn: Callable[..., Any]) -> None:
        functools.update_wrapper(self, fn)
        self.py_func = fn
        self.dispatcher = _njit(**_FLAGS, no_cpython_wrapper=True, no_cfunc_wrapper=True)(fn)
        _widen_arguments(self.dispatcher)
        _compile_for_linking(self.dispatcher)

    @functools.cached_property
    def entry(self) -> Callable[..., Any]:
        return kernel(self.py_func, sources_of(self.py_func))

    def __call__(self, *args: Any) -> Any:
        return self.entry(*args)


@typeof_impl.register(Rule)
def _type_of_rule(value: Rule, context: Any) -> Any:
    return _types.Dispatcher(value.dispatcher)


def rule(fn: F) -> F:
    """Compile a rules function (called from other rules and kernels, and now and then from Python)."""
    return cast(F, Rule(fn)) if JIT else fn


def _widen_arguments(dispatcher: Any) -> None:
    """Let compiled callers pass every whole number as int64, members of an IntEnum too.

    So there is one version of a rule, not one for each constant, each width and each enumeration.
    """
    original = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return original(tuple(_widened(arg) for arg in args), kws)

    dispatcher.get_call_template = get_call_template


def _widened(arg: Any) -> Any:
    arg = _types.unliteral(arg)
    if isinstance(arg, _types.UniTuple):
        return _types.UniTuple(_widened(arg.dtype), arg.count)
    if isinstance(arg, _types.Integer | _types.IntEnumMember) and arg != _types.uint64:
        return _types.int64
    return arg


_rules_in_work = 0
"""Counted under numba's compiler lock: a rule is only compiled while a kernel is."""


def _compile_for_linking(dispatcher: Any) -> None:
    """While a rule is compiled, ``_finish_kernels_only`` leaves its code as it is."""
    original = dispatcher.compile

    def compile_rule(signature: Any) -> Any:
        global _rules_in_work
        _rules_in_work += 1
        try:
            return original(signature)
        finally:
            _rules_in_work -= 1

    dispatcher.compile = compile_rule


def _finish_kernels_only() -> None:
    """Rules stay alone and without machine code; a kernel is linked with all the rules below it, each of them once.

    By default numba would link, check and translate every function together with all it calls, again on each level.
    What is not loaded has no address at which to note its environment (only Python objects in compiled code need one).
    """
    original: Any = CPUCodeLibrary.finalize
    set_env: Any = JITCPUCodegen.set_env

    def finalize(library: Any) -> None:
        if _rules_in_work:
            library._finalized = True
        else:
            library._linking_libraries = _all_linked(library)
            original(library)

    def set_env_of_kernel(codegen: Any, name: str, env: Any) -> None:
        if not _rules_in_work:
            set_env(codegen, name, env)

    setattr(CPUCodeLibrary, "finalize", finalize)  # noqa: B010
    setattr(JITCPUCodegen, "set_env", set_env_of_kernel)  # noqa: B010


def _all_linked(library: Any) -> list[Any]:
    """The libraries whose code this one needs, also through others, each before those that it needs itself.

    The linker drops what nothing has asked for yet.
    """
    seen: set[Any] = set()
    order: list[Any] = []

    def visit(needed: Any) -> None:
        if needed not in seen:
            seen.add(needed)
            for other in needed._linking_libraries:
                visit(other)
            order.append(needed)

    for needed in library._linking_libraries:
        visit(needed)
    return order[::-1]


if JIT:
    _finish_kernels_only()


def kernel(fn: F, sources: tuple[Path, ...] | None = (_CORE,)) -> F:
    """Compile an entry point; its machine code is kept on disk, in a folder named after all ``sources``, if any."""
    if not JIT:
        return fn
    folder = cache_folder(sources) if sources else None
    saved = getattr(_config, "CACHE_DIR", "")
    setattr(_config, "CACHE_DIR", str(folder or ""))  # noqa: B010
    try:
        dispatcher = _njit(**_FLAGS)(fn)
        if folder is not None:
            _keep_code(dispatcher, folder)
        return cast(F, dispatcher)
    finally:
        setattr(_config, "CACHE_DIR", saved)  # noqa: B010


def _keep_code(dispatcher: Any, folder: Path) -> None:
    """Keep machine code below ``folder``: damaged files are made anew, and a full disk stops no game."""
    try:
        dispatcher.enable_caching()
    except (OSError, RuntimeError) as error:
        _say_not_kept(folder, str(error))
        return
    cache = dispatcher._cache
    if folder not in Path(cache.cache_path).parents:  # numba would look for a place of its own
        dispatcher._cache = NullCache()
        _say_not_kept(folder, "no file can be made there")
        return
    load, save = cache.load_overload, cache.save_overload

    def load_overload(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except Exception:  # damaged pickles raise anything
            with contextlib.suppress(OSError):
                Path(cache._cache_file._index_path).unlink()
            return None

    def save_overload(signature: Any, code: Any) -> None:
        try:
            save(signature, code)
        except OSError as error:
            _say_not_kept(folder, error.strerror or str(error))

    cache.load_overload, cache.save_overload = load_overload, save_overload


@functools.cache
def _say_not_kept(folder: Path, reason: str) -> None:
    """Once for each reason: the game goes on, but the next process compiles again."""
    message = f"compiled code is not kept in {folder.parent}: {reason}; name another folder in DICEDECK_CACHE"
    warnings.warn(message, RuntimeWarning, stacklevel=2)


def bind(template: F, names: Mapping[str, Any], label: str, sources: tuple[Path, ...] | None) -> F:
    """``template`` as a kernel of one game: its free names are taken from ``names`` (step, legal, observe ...).

    numba never caches functions that take functions, so each game gets its own copy of the template, told apart by
    ``label`` in the cache.
    """
    return kernel(rebind(template, names, label), sources)


def rebind(template: F, names: Mapping[str, Any], label: str) -> F:
    """A copy of the plain function ``template`` whose free names are looked up in ``names`` first."""
    fn = types.FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    fn.__module__ = template.__module__
    fn.__qualname__ = f"{template.__name__}_{label}"
    return cast(F, fn)


def sources_of(*functions: Callable[..., Any]) -> tuple[Path, ...] | None:
    """The folders whose files decide what the functions do; None for functions typed into a console.

    A game's rules use the core and the game's own folder, nothing else. Code from elsewhere (bots, games from outside)
    may use all of ``envs``, and its own top folder.
    """
    folders = {_CORE}
    for fn in functions:
        module = sys.modules.get(getattr(fn, "py_func", fn).__module__)
        if module is None or getattr(module, "__file__", None) is None:
            return None
        file = Path(str(module.__file__)).resolve()
        if _ENVS in file.parents:
            folders.add(_ENVS / file.relative_to(_ENVS).parts[0])
        else:
            folders |= {_ENVS, _top_folder(module.__name__, file)}
    return tuple(sorted(folders))


def _top_folder(module: str, file: Path) -> Path:
    """``agents`` and the like for this package, the top package's folder for others, for a lone file where it lies."""
    if _ENVS.parent in file.parents:
        return _ENVS.parent / file.relative_to(_ENVS.parent).parts[0]
    top = getattr(sys.modules.get(module.partition(".")[0]), "__file__", None)
    return Path(top).resolve().parent if top else file.parent


@functools.cache
def cache_folder(sources: tuple[Path, ...]) -> Path | None:
    """A writable folder named after every source file, the mode, and the versions of numba and numpy.

    No edit can leave stale machine code behind. Falls back to the temporary folder, then to no cache (None).
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {MODE} {sys.version}".encode())
    for root in sources:
        for path in sorted(root.rglob("*.py")):
            digest.update(path.relative_to(root.parent).as_posix().encode())
            digest.update(path.read_bytes())
    for parent in _cache_parents():
        folder = parent / digest.hexdigest()[:16]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder.joinpath(".used").touch()
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            _prune(parent, keep=folder)
            return folder
    return None


def _cache_parents() -> Iterator[Path]:
    """Folders to try. In the temporary one, only a folder that nobody else can write: code is run from it."""
    named = os.environ.get("DICEDECK_CACHE")
    if named:
        yield Path(named)
        return
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    user = os.environ.get("USER") or os.environ.get("USERNAME") or "user"
    yield Path(home) / "dicedeck"
    temporary = Path(tempfile.gettempdir()) / f"dicedeck-{user}"
    if _is_private(temporary):
        yield temporary


def _is_private(folder: Path) -> bool:
    """Make the folder, unless it is there; whether it is a folder of our own that nobody else can write."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _prune(parent: Path, keep: Path) -> None:
    """Remove folders of earlier sources that nobody has used for two weeks."""
    oldest = time.time() - _KEEP_DAYS * 86_400
    with contextlib.suppress(OSError):  # a folder that cannot be listed can hold code all the same
        for folder in parent.iterdir():
            if folder != keep and _last_use(folder) < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def _last_use(folder: Path) -> float:
    """When; infinite for what is no folder of ours, or has just been removed by another process."""
    try:
        return (folder / ".used").stat().st_mtime
    except OSError:
        return math.inf
