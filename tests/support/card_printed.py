"""What the cards of C.A.R.D. RPG have printed on them, as far as their list tells."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import Use
from dicedeck.envs.card_rpg.tables.rows import VARIABLE

PHY, MAG, BOTH, SURE, LASTING = Use.PHYSICAL, Use.MAGIC, Use.EITHER, Use.ABSOLUTE, Use.CONSTANT
PRINTED = (
    ("剣", PHY, 0, 1, 6), ("斧", PHY, 1, 1, 4), ("槍", PHY, 0, 1, 1), ("槍", PHY, 1, 1, 1), ("槍", PHY, 0, 2, 1),
    ("棍", PHY, 1, 2, 2), ("短剣", PHY, 0, 1, 3), ("弓", PHY, 0, 1, 3), ("格闘", BOTH, 0, 1, 3), ("魔弾", MAG, 0, 1, 5),
    ("霊撃", SURE, 0, 0, 1), ("火球", MAG, 2, 0, 1), ("吹雪", MAG, -2, 0, 1), ("雷神", MAG, 0, 0, 1),
    ("放心", MAG, 0, 0, 1), ("魅了", MAG, -2, 0, 2), ("麻痺", MAG, -1, 0, 1), ("転倒", MAG, 0, 0, 1),
    ("呪詛", MAG, 0, 0, 1), ("重圧", MAG, 0, 0, 1), ("治療", SURE, 0, 0, 2), ("解呪", SURE, 0, 0, 1),
    ("再生", SURE, 0, 0, 1), ("強化鎧", LASTING, 0, 0, 1), ("魔化鎧", LASTING, 0, 0, 1), ("盾", SURE, 0, 0, 2),
    ("反撃", SURE, 0, 0, 1), ("倍速", LASTING, 0, 0, 1), ("探索", PHY, 0, 0, 2), ("威嚇", PHY, 0, 0, 1),
    ("軽業", LASTING, 0, 0, 1), ("罠解除", PHY, 0, 0, 2), ("罠設置", PHY, 0, 0, 1), ("調査", MAG, 0, 0, 2),
    ("隠密", BOTH, 0, 0, 2), ("交渉", MAG, 0, 0, 1), ("飛行", LASTING, 0, 0, 1), ("解封", MAG, 0, 0, 2),
    ("結界", MAG, 0, 0, 1), ("幻影", MAG, 0, 0, 1), ("予知", SURE, 0, 0, 1), ("賄賂", SURE, 0, 0, 1),
    ("複写", LASTING, 0, 0, 1),
)  # fmt: skip
"""The printed weapon cards: name, use, modifier, additional modifier, number of cards."""
PRINTED_ITEMS = {
    "幸運の金貨": 1, "回復薬": 2, "万能薬": 1, "蘇生薬": 1, "護符": 2, "身代わり符": 1, "水晶球": 1, "金貨袋": 1,
    "魔道書": 1, "聖印": 2, "魔法の鍵": 1, "盗人の手袋": 1, "落し物": 1, "苦痛の人形": 1, "拡大の鏡": 1,
    "勝鬨のラッパ": 1,
}  # fmt: skip


def _names(text: str) -> list[str]:
    return text.split()


PRINTED_NPCS = _names(
    "ならず者 悪徳商人 用心棒 邪術師 邪神官 斥候 ゴブリン ホブゴブリン オーガ トロール ミノタウロス "
    "グレムリン メデューサ 野生動物 昆虫の群れ 竜人 人食い植物 スケルトン ゾンビ 死霊騎士 ゴースト "
    "ガーゴイル ゴーレム 悪意の剣 歪みの鎧 ニセ宝箱 ヘルハウンド セイレーン 獣人 吸血鬼 ユニコーン "
    "ペガサス ワイバーン"
)
PRINTED_CHARACTERS = _names(
    "魔法使い 僧侶 呪術師 盗賊 怪盗 吟遊詩人 魔物使い 戦士 忍者 聖騎士 賢者 剣闘士 王さま お姫さま 道化 勇者 ドラゴン"
)
PRINTED_TOWN = _names(
    "路地裏 学究所 井戸 民家 雑貨屋 妖しい宿屋 怪しい酒場 宿屋 農地 教会 広場 墓地 詰め所 大きな屋敷 酒場 "
    "鍛冶屋 露店 表通り 倉 高級店"
)
PRINTED_DUNGEON = _names(
    "通路 入り組んだ道 爆発する宝箱 宝箱 ニセ宝箱 友好的なNPC 挑発的なNPC 好戦的なNPC 待ち伏せNPC "
    "油断したNPC 袋小路 隠し扉 施錠された扉 扉 落とし穴 癒しの泉 不安定な足場 矢ぶすまの壁 階段 吊り天井"
)
PERSONAL = {
    1: _names(
        "剣 斧 槍 短剣 弓 格闘 魔弾 雷神 放心 麻痺 転倒 呪詛 重圧 治療 解呪 再生 強化鎧 魔化鎧 盾 探索 威嚇 "
        "軽業 罠解除 罠設置 隠密 調査 交渉 飛行 解封 結界"
    ),
    2: _names("棍 火球 吹雪 魅了 反撃 幻影 予知 賄賂 複写"),
    5: _names("霊撃 倍速"),
    VARIABLE: _names("使役"),
}
"""Levels of personal weapons."""
