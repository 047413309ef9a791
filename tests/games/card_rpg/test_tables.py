"""The tables of C.A.R.D. RPG: they hold what is printed, they keep the build rules, and each fault is named."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicedeck.envs.card_rpg.cards import ALL, NONE, Action, C, Fight, Moment, N, Op, S, Use, Value, W, When, Who
from dicedeck.envs.card_rpg.tables import PERSONAL_CARDS, load_tables
from dicedeck.envs.card_rpg.tables.grammar import FORMS, EffectError, Operation, parse_effect
from dicedeck.envs.card_rpg.tables.rows import NOT_PERSONAL
from support.card_printed import (
    PERSONAL,
    PRINTED,
    PRINTED_CHARACTERS,
    PRINTED_DUNGEON,
    PRINTED_ITEMS,
    PRINTED_NPCS,
    PRINTED_TOWN,
)

pytestmark = pytest.mark.nojit

TABLES = load_tables()
ROWS = TABLES.rows


# What is printed


@pytest.mark.rule("CARD-1")
def test_weapon_cards_are_those_printed() -> None:
    rows = [row for row in ROWS.weapons if row.key != "command"]
    found = tuple((row.original, row.use, row.modifier, row.additional, row.count) for row in rows)
    assert found == PRINTED
    assert sum(row.count for row in rows) == 70 and PERSONAL_CARDS == 8
    assert len({row.name for row in rows}) == 41


@pytest.mark.rule("CARD-1")
def test_item_cards_are_those_printed() -> None:
    assert {row.original: row.count for row in ROWS.items} == PRINTED_ITEMS
    assert len(ROWS.items) == 16 and sum(row.count for row in ROWS.items) == 19


@pytest.mark.rule("CARD-1")
def test_the_other_cards_are_those_printed() -> None:
    assert [row.original for row in ROWS.characters] == PRINTED_CHARACTERS
    assert [row.original for row in ROWS.npcs] == PRINTED_NPCS
    assert [row.original for row in ROWS.situations if row] == PRINTED_TOWN + PRINTED_DUNGEON
    assert [row.in_dungeon for row in ROWS.situations if row] == [False] * 20 + [True] * 20
    assert [(row.key, row.original, row.count) for row in ROWS.statuses] == [
        ("daze", "放心", 2), ("charm", "魅了", 2), ("paralysis", "麻痺", 2), ("fall", "転倒", 2), ("curse", "呪詛", 2),
        ("pressure", "重圧", 2),
    ]  # fmt: skip
    assert [len(rows) for rows in (PRINTED_CHARACTERS, PRINTED_NPCS, PRINTED_TOWN, PRINTED_DUNGEON)] == [17, 33, 20, 20]


@pytest.mark.rule("CARD-5")
def test_levels_of_personal_weapons_are_those_printed() -> None:
    wanted = {name: level for level, names in PERSONAL.items() for name in names}
    found = {row.original: row.level for row in ROWS.weapons if row.level != NOT_PERSONAL}
    assert found == wanted


def test_flags_are_those_printed() -> None:
    assert {row.key for row in ROWS.weapons if row.unguardable} == {"bow", "thunderbolt"}
    assert {row.key: row.critical for row in ROWS.weapons if row.critical} == {"dagger": 1}
    assert [row.key for row in ROWS.weapons if row.per_hidden] == ["stealth"]
    assert {row.key for row in ROWS.items if row.others_only} == {"revival_potion", "scapegoat", "holy_sign"}


# What is invented keeps the build rules


@pytest.mark.rule("CARD-4", "CARD-92")
def test_characters_are_built_of_four_points() -> None:
    for row in ROWS.characters:
        spent = [value - base for value, base in zip(row.values, (0, 8, 0, 8))]
        assert sum(spent) == 4 and min(spent) >= 0 and max(spent) <= 2, row.key


@pytest.mark.rule("CARD-93")
def test_npcs_are_built_by_their_level() -> None:
    for row in ROWS.npcs:
        spent = [value - base for value, base in zip(row.values, (0, 8, 0, 8))]
        assert sum(spent) == row.level + 3 and min(spent) >= 0 and max(spent) <= row.level // 2 + 2, row.key
    assert {row.level for row in ROWS.npcs} == set(range(1, 9))


@pytest.mark.rule("CARD-20", "CARD-94")
def test_dungeon_cards_lie_face_down_until_gathered() -> None:
    assert TABLES.situations[:20, S.FACEDOWN].tolist() == [0] * 20
    assert TABLES.situations[20:, S.FACEDOWN].tolist() == [8] * 20


# As the rules have them


def test_arrays_of_weapons() -> None:
    keys = TABLES.weapon_keys
    spears = [keys.index(f"spear_{x}") for x in "abc"]
    assert TABLES.weapons[spears, W.NAME].tolist() == [spears[0]] * 3
    assert TABLES.weapons[spears, W.MODIFIER].tolist() == [0, 1, 0]
    assert TABLES.weapons[spears, W.ADDITIONAL].tolist() == [1, 1, 2]
    stealth = TABLES.weapons[keys.index("stealth")]
    assert (stealth[W.MODIFIER], stealth[W.PER_HIDDEN], stealth[W.USE]) == (0, 1, Use.EITHER)
    assert stealth[W.OPS : W.OPS + 4].tolist() == [Op.HIDE, Who.ALLIES_N, 0, 0]
    assert (keys[43], TABLES.weapons[43, W.LEVEL]) == ("command", 0)
    foresight = TABLES.weapons[keys.index("foresight"), W.OPS :]
    assert foresight.tolist() == [Op.SUCCEED, 0, Action.GATHER, 0, Op.CARDS, Who.SELF, -ALL, 0, 0, 0, 0, 0]


def test_arrays_of_figures() -> None:
    vampire = TABLES.npcs[TABLES.npc_keys.index("vampire")]
    assert vampire[: N.USE].tolist() == [8, 0, 11, 4, 12]
    assert (vampire[N.KIND], vampire[N.FALLBACK_USE]) == (Action.DAMAGE, NONE)
    unicorn = TABLES.npcs[TABLES.npc_keys.index("unicorn")]
    assert (unicorn[N.KIND], unicorn[N.ONCE], unicorn[N.NOT_BOSS]) == (Action.HEAL, 1, 1)
    assert (unicorn[N.FALLBACK_USE], unicorn[N.FALLBACK_KIND]) == (Use.PHYSICAL, Action.DAMAGE)
    kinds = {key: TABLES.npcs[row, N.KIND] for row, key in enumerate(TABLES.npc_keys)}
    assert [key for key, kind in kinds.items() if kind == Action.NOTHING] == ["merchant", "bodyguard", "gremlin"]
    mage, hero = (TABLES.characters[TABLES.character_keys.index(key)] for key in ("mage", "hero"))
    assert mage[C.WHEN : C.LIMIT].tolist() == [When.CHECK, Action.DAMAGE, Use.MAGIC]
    assert hero[C.WHEN : C.LIMIT].tolist() == [When.CHECK_WOUNDED, Action.NOTHING, NONE]
    assert hero[C.OP :].tolist() == [Op.BONUS, Who.SELF, Value.CHECK, 1]


def test_arrays_of_situations() -> None:
    row = TABLES.situations[TABLES.situation_keys.index("pitfall")]
    offered = {Action(k): n for k, n in enumerate(row[S.TARGETS : S.DEPTH_SUCCESS]) if n}
    assert offered == {Action.DISARM: 8, Action.GATHER: 9}
    assert row[[S.EXISTS, S.DEPTH_SUCCESS, S.DEPTH_FAILURE]].tolist() == [1, 0, 1]
    assert row[S.FAILURE : S.FAILURE + 5].tolist() == [Op.DAMAGE, Who.ACTOR, 1, 0, 0]
    assert TABLES.npc_keys[TABLES.mimic] == "mimic"


# Effects


@pytest.mark.parametrize(
    ("text", "ops"),
    [
        ("none()", ()),
        ("", ()),
        ("damage(target,1)", (Operation(Op.DAMAGE, Who.TARGET, 1),)),
        (
            "damage(all_foes,2) ; status(target, fall)",
            (Operation(Op.DAMAGE, Who.ALL_FOES, 2), Operation(Op.STATUS, Who.TARGET, 3)),
        ),
        ("heal(ally,wounded)", (Operation(Op.HEAL, Who.ALLY, 1),)),
        ("heal(ally,disabled)", (Operation(Op.HEAL, Who.ALLY, 2),)),
        ("redirect(other_ally,self)", (Operation(Op.REDIRECT, Who.OTHER_ALLY, Who.SELF),)),
        ("bonus(self,magic_defence,-3)", (Operation(Op.BONUS, Who.SELF, Value.MAGIC_DEFENCE, -3),)),
        ("bonus(self,check,+2)", (Operation(Op.BONUS, Who.SELF, Value.CHECK, 2),)),
        ("forbid(action,1)", (Operation(Op.FORBID, Who.NOBODY, 3, 1),)),
        ("forbid(guard);forbid(counter)", (Operation(Op.FORBID, a=1), Operation(Op.FORBID, a=2))),
        ("steer(1)", (Operation(Op.STEER, b=1),)),
        ("cards(self,-all)", (Operation(Op.CARDS, Who.SELF, -ALL),)),
        ("cards(party,-1);take(target,2)", (Operation(Op.CARDS, Who.PARTY, -1), Operation(Op.TAKE, Who.TARGET, 2))),
        ("give_hand(self,master)", (Operation(Op.GIVE_HAND, Who.SELF, Who.MASTER),)),
        ("roll(shift,1)", (Operation(Op.SHIFT, b=1),)),
        ("roll(again,other)", (Operation(Op.AGAIN, Who.OTHER),)),
        ("succeed(set_trap)", (Operation(Op.SUCCEED, a=Action.SET_TRAP),)),
        ("extra_use(1);copy_row(any)", (Operation(Op.EXTRA_USE, b=1), Operation(Op.COPY_ROW, Who.ANY))),
        ("own_action(npc)", (Operation(Op.OWN_ACTION),)),
        ("fight(party_first)", (Operation(Op.FIGHT, a=Fight.PARTY_FIRST),)),
        ("widen();none();ignore_situation()", (Operation(Op.WIDEN), Operation(Op.IGNORE))),
    ],
)
def test_effects_are_read(text: str, ops: tuple[Operation, ...]) -> None:
    assert parse_effect(text) == ops


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("damage", "no operation"),
        ("damage(target,1),heal(self,wounded)", "no operation"),
        ("damag(target,1)", "did you mean 'damage'"),
        ("damage(target)", "write damage(who,what)"),
        ("damage(target,4)", "from 1 to 3"),
        ("damage(target,0)", "other than 0"),
        ("damage(target,one)", "'one'"),
        ("damage(targt,1)", "did you mean 'target'"),
        ("damage(situation,1)", "'situation'"),
        ("status(target,sleep)", "'sleep' is no bad status"),
        ("heal(self,dead)", "wounded, disabled"),
        ("bonus(self,luck,1)", "'luck' is no value"),
        ("cards(self,-everything)", "or -all"),
        ("cards(self,10)", "from -9 to 9"),
        ("roll(twice,self)", "write roll(shift,n) or roll(again,who)"),
        ("forbid(guard,1)", "thing to be forbidden once"),
        ("forbid(action)", "thing to be forbidden for good"),
        ("fight(uneven)", "did you mean 'even'"),
        ("succeed(damage)", "gather, request, disarm, set_trap"),
        ("none(1)", "write none()"),
        ("damage(target,1);;heal(self,wounded)", "'' is no operation"),
        ("damage(target,1);" * 3 + "cleanse(self)", "4 operations"),
        ("damage(target,١)", "'١'"),
    ],
)
def test_faulty_effects_are_refused(text: str, says: str) -> None:
    with pytest.raises(EffectError) as caught:
        parse_effect(text)
    assert says in str(caught.value)


@given(st.text(alphabet="damgehl(),;1-targetnspw ", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert all(isinstance(op, Operation) for op in parse_effect(text))
    except EffectError as error:
        assert str(error)


def test_every_code_can_be_written() -> None:
    codes = [form.code for forms in FORMS.values() for form in forms]
    assert set(codes) == set(Op)
    assert [code for code, count in Counter(codes).items() if count > 1] == [Op.FORBID]


def test_rows_are_complete() -> None:
    """Every weapon and item has its rule, every constant works always, every NPC and character says what it does."""
    numbered = [row.rule for row in ROWS.weapons] + [row.rule for row in ROWS.items]
    wanted = [f"CARD-{n}" for n in range(29, 86)]
    assert list(dict.fromkeys(rule for rule in numbered if rule != "CARD-69a")) == wanted
    assert [row.rule for row in ROWS.statuses] == [f"CARD-{n}" for n in range(86, 92)]
    assert all((row.use == Use.CONSTANT) == (row.moment == Moment.ALWAYS) for row in ROWS.weapons)
    assert all(row.text for row in ROWS.characters)
