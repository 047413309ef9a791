"""Enumerations whose members are plain whole numbers in compiled code.

numba has a type for each IntEnum, and compiles a rule anew for every mixture of such types and numbers that it is
called with. Members of a ``Code`` are int64 there; in Python they are an IntEnum's.
"""

from __future__ import annotations

from enum import EnumMeta, IntEnum
from typing import Any

from numba.core import types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, models, register_model, typeof_impl


class CodeMeta(EnumMeta):
    """The metaclass by which numba knows a ``Code``."""


class Code(IntEnum, metaclass=CodeMeta):
    """Base of the enumerations of this game."""


class _CodeType(types.Type):
    """A ``Code`` as a global name of compiled code: it is there for its members only."""

    def __init__(self, code: CodeMeta) -> None:
        self.code = code
        super().__init__(name=f"Code({code.__module__}.{code.__name__})")


@typeof_impl.register(CodeMeta)
def _type_of_code(value: CodeMeta, _context: Any) -> Any:
    return _CodeType(value)


register_model(_CodeType)(models.OpaqueModel)


def _constant(context: Any, _builder: Any, _type: Any, _value: Any) -> Any:
    return context.get_dummy_value()


@infer_getattr
class _CodeAttributes(AttributeTemplate):
    key = _CodeType

    def generic_resolve(self, value: Any, attribute: str) -> Any:  # type: ignore[override]
        return types.int64 if attribute in value.code.__members__ else None


def _member(context: Any, _builder: Any, value: Any, _instance: Any, attribute: str) -> Any:
    return context.get_constant(types.int64, int(value.code[attribute]))


_untyped: Any = lower_constant
_untyped(_CodeType)(_constant)
_untyped = lower_getattr_generic
_untyped(_CodeType)(_member)
