"""Every line as a sentence, in all four languages, in table words."""

import pytest

from settle.explain import explain
from settle.words import LANGUAGES
from tests.explain.sample import AMY, BOB, CAT_FOUL, DAN_DRAGON, RULEBOOK, hand, line, result

EVE_SUITED = hand("eve", status="natural", natural="dragon_suited")
LEVEL_AMY = hand("amy", "high_card: As Kd 7h | pair: Qs Qh 8c 6d 4s | pair: Kh Ks 9c 5d 3s")
LEVEL_BOB = hand("bob", "high_card: Ah Kc 7s | pair: Qc Qd 8h 6s 4h | pair: Ac Ad 9d 5h 3c")

# ruleset, hands, line, and the sentence in English, Taiwan, Hong Kong, mainland words
SENTENCES = {
    "a row by category": (
        "tw-scoop", [AMY, BOB],
        line("bob", "amy", 1, "row", "rows.back.base", row="back"),
        "bob pays amy 1 unit: amy wins the back, full house over flush",
        "bob 付 amy 1 注：amy 贏尾墩，葫蘆勝同花",
        "bob 付 amy 1 注：amy 贏尾道，夫佬勝花",
        "bob 付 amy 1 注：amy 赢尾墩，葫芦胜同花",
    ),
    "a row by ranks": (
        "tw-scoop", [AMY, BOB],
        line("bob", "amy", 1, "row", "rows.front.base", row="front"),
        "bob pays amy 1 unit: amy wins the front, pair ♠K ♥K ♦3 over ♠Q ♦Q ♦4",
        "bob 付 amy 1 注：amy 贏頭墩，對子 ♠K ♥K ♦3 勝 ♠Q ♦Q ♦4",
        "bob 付 amy 1 注：amy 贏頭道，啤 ♠K ♥K ♦3 勝 ♠Q ♦Q ♦4",
        "bob 付 amy 1 注：amy 赢头墩，对子 ♠K ♥K ♦3 胜 ♠Q ♦Q ♦4",
    ),
    "a row by suit": (
        "fujian-13-water", [LEVEL_AMY, LEVEL_BOB],
        line("bob", "amy", 1, "row", "rows.middle.base", row="middle"),
        "bob pays amy 1 point: amy wins the middle by suit, pair ♠Q ♥Q ♣8 ♦6 ♠4 over ♣Q ♦Q ♥8 ♠6 ♥4",  # noqa: E501
        "bob 付 amy 1 水：amy 贏中墩，比花色，對子 ♠Q ♥Q ♣8 ♦6 ♠4 勝 ♣Q ♦Q ♥8 ♠6 ♥4",
        "bob 付 amy 1 水：amy 贏二道，比花色，啤 ♠Q ♥Q ♣8 ♦6 ♠4 勝 ♣Q ♦Q ♥8 ♠6 ♥4",
        "bob 付 amy 1 水：amy 赢中墩，比花色，对子 ♠Q ♥Q ♣8 ♦6 ♠4 胜 ♣Q ♦Q ♥8 ♠6 ♥4",
    ),
    "a row of a foul": (
        "tw-scoop", [AMY, CAT_FOUL],
        line("cat", "amy", 1, "row", "rows.front.base", row="front", foul=True),
        "cat pays amy 1 unit: cat's hand is a foul and loses the front to amy",
        "cat 付 amy 1 注：cat 倒水，頭墩輸給 amy",
        "cat 付 amy 1 注：cat 倒水，頭道輸給 amy",
        "cat 付 amy 1 注：cat 倒水，头墩输给 amy",
    ),
    "a row without cards": (
        "tw-scoop", [hand("amy", "||"), hand("bob", "||")],
        line("bob", "amy", 1, "row", "rows.front.base", row="front"),
        "bob pays amy 1 unit: amy wins the front",
        "bob 付 amy 1 注：amy 贏頭墩",
        "bob 付 amy 1 注：amy 贏頭道",
        "bob 付 amy 1 注：amy 赢头墩",
    ),
    "a bonus": (
        "tw-scoop", [AMY, BOB],
        line("bob", "amy", 1, "row_bonus", "rows.middle.bonus.full_house",
             row="middle", category="full_house"),
        "bob pays amy 1 unit: full house in the middle adds a bonus",
        "bob 付 amy 1 注：中墩葫蘆加紅利",
        "bob 付 amy 1 注：夫佬（二道），加紅利",
        "bob 付 amy 1 注：中墩葫芦加分",
    ),
    "a bonus for trips in front": (
        "tw-points", [AMY, BOB],
        line("bob", "amy", 1, "row_bonus", "rows.front.bonus.three_of_a_kind",
             row="front", category="three_of_a_kind"),
        "bob pays amy 1 point: trips in the front adds a bonus",
        "bob 付 amy 1 分：頭墩衝三加紅利",
        "bob 付 amy 1 分：三條擺頭（頭道），加紅利",
        "bob 付 amy 1 分：头墩冲三加分",
    ),
    "a bonus from a foul": (
        "tw-scoop", [AMY, CAT_FOUL],
        line("cat", "amy", 7, "row_bonus", "rows.middle.bonus.four_of_a_kind",
             row="middle", category="four_of_a_kind", foul=True),
        "cat pays amy 7 units: cat's hand is a foul, and amy's quads in the middle adds a bonus",
        "cat 付 amy 7 注：cat 倒水，amy 的中墩是鐵支，加紅利",
        "cat 付 amy 7 注：cat 倒水，amy 有四條（二道），加紅利",
        "cat 付 amy 7 注：cat 倒水，amy 的中墩是炸弹，加分",
    ),
    "a scoop by points": (
        "tw-scoop-only", [AMY, BOB],
        line("bob", "amy", 1, "scoop", "scoop.points"),
        "bob pays amy 1 scoop: amy's scoop of bob",
        "bob 付 amy 1 槍：amy 打槍 bob",
        "bob 付 amy 1 槍：amy 打槍 bob",
        "bob 付 amy 1 枪：amy 打枪 bob",
    ),
    "a scoop that multiplies rows": (
        "tw-scoop", [AMY, BOB],
        line("bob", "amy", 3, "scoop", "scoop.base_multiplier", multiplier=2),
        "bob pays amy 3 units: amy's scoop of bob, the rows count 2 times",
        "bob 付 amy 3 注：amy 打槍 bob，基本注算 2 倍",
        "bob 付 amy 3 注：amy 打槍 bob，基本注算 2 倍",
        "bob 付 amy 3 注：amy 打枪 bob，基本分算 2 倍",
    ),
    "a scoop that multiplies bonuses": (
        "luosong", [AMY, BOB],
        line("bob", "amy", 2, "scoop", "scoop.bonus_multiplier", multiplier=2),
        "bob pays amy 2 points: amy's scoop of bob, each bonus counts 2 times",
        "bob 付 amy 2 分：amy 打槍 bob，紅利算 2 倍",
        "bob 付 amy 2 分：amy 打槍 bob，紅利算 2 倍",
        "bob 付 amy 2 分：amy 打枪 bob，加分算 2 倍",
    ),
    "a scoop of a foul": (
        "tw-scoop", [AMY, CAT_FOUL],
        line("cat", "amy", 3, "scoop", "scoop.base_multiplier", multiplier=2, foul=True),
        "cat pays amy 3 units: cat's hand is a foul, which is a scoop for amy, the rows count 2 times",  # noqa: E501
        "cat 付 amy 3 注：cat 倒水，算被 amy 打槍，基本注算 2 倍",
        "cat 付 amy 3 注：cat 倒水，算被 amy 打槍，基本注算 2 倍",
        "cat 付 amy 3 注：cat 倒水，算被 amy 打枪，基本分算 2 倍",
    ),
    "a majority": (
        "western-2-4", [AMY, BOB],
        line("bob", "amy", 1, "majority", "majority.points"),
        "bob pays amy 1 unit: amy wins more rows than bob",
        "bob 付 amy 1 分：amy 贏的墩比 bob 多",
        "bob 付 amy 1 分：amy 贏的道比 bob 多",
        "bob 付 amy 1 分：amy 赢的墩比 bob 多",
    ),
    "a home run": (
        "tw-scoop", [AMY, BOB],
        line("bob", "amy", 6, "home_run", "home_run.multiplier", multiplier=2),
        "bob pays amy 6 units: amy's home run, a scoop of the whole table, counts 2 times",
        "bob 付 amy 6 注：amy 打槍全桌，全壘打，打槍再算 2 倍",
        "bob 付 amy 6 注：amy 打槍全桌，全壘打，打槍再算 2 倍",
        "bob 付 amy 6 注：amy 打枪全桌，全垒打，打枪再算 2 倍",
    ),
    "a home run that multiplies bonuses": (
        "tw-points", [AMY, BOB],
        line("bob", "amy", 1, "home_run", "home_run.bonus_multiplier", multiplier=2),
        "bob pays amy 1 point: amy's home run, a scoop of the whole table, each bonus counts 2 times",  # noqa: E501
        "bob 付 amy 1 分：amy 打槍全桌，全壘打，紅利再算 2 倍",
        "bob 付 amy 1 分：amy 打槍全桌，全壘打，紅利再算 2 倍",
        "bob 付 amy 1 分：amy 打枪全桌，全垒打，加分再算 2 倍",
    ),
    "a doubling card": (
        "luosong", [AMY, BOB],
        line("bob", "amy", 3, "doubling_card", "doubling_card", multiplier=2),
        "bob pays amy 3 points: one of the two holds the doubling card, so all this counts 2 times",
        "bob 付 amy 3 分：馬牌在兩家之一手上，以上全算 2 倍",
        "bob 付 amy 3 分：馬牌在兩家之一手上，以上全算 2 倍",
        "bob 付 amy 3 分：马牌在两家之一手上，以上全算 2 倍",
    ),
    "a fixed foul": (
        "tw-scoop", [AMY, CAT_FOUL],
        line("cat", "amy", 5, "foul", "foul.points"),
        "cat pays amy 5 units: cat's hand is a foul and pays a fixed amount",
        "cat 付 amy 5 注：cat 倒水，賠固定的數",
        "cat 付 amy 5 注：cat 倒水，賠固定的數",
        "cat 付 amy 5 注：cat 倒水，赔固定的数",
    ),
    "a foul at its least": (
        "fujian-13-water", [AMY, CAT_FOUL],
        line("cat", "amy", 3, "foul", "foul.minimum"),
        "cat pays amy 3 points: cat's hand is a foul and pays the least that one costs",
        "cat 付 amy 3 水：cat 倒水，賠倒水的最低數",
        "cat 付 amy 3 水：cat 倒水，賠倒水的最低數",
        "cat 付 amy 3 水：cat 倒水，赔倒水的最低数",
    ),
    "a foul by the largest row": (
        "fujian-13-water", [AMY, CAT_FOUL],
        line("cat", "amy", 4, "foul", "rows.back.bonus.four_of_a_kind",
             row="back", category="four_of_a_kind", set_by="bob"),
        ("cat pays amy 4 points: cat's hand is a foul and pays for the largest at the table, "
        "bob's quads in the back with its bonus"),
        "cat 付 amy 4 水：cat 倒水，照全桌最大的牌賠：bob 的底墩鐵支，連紅利",
        "cat 付 amy 4 水：cat 倒水，照全桌最大的牌賠：bob 的四條（底墩），連紅利",
        "cat 付 amy 4 水：cat 倒水，按全桌最大的牌赔：bob 的底墩炸弹，连加分",
    ),
    "a foul by a row without a bonus": (
        "fujian-13-water", [AMY, CAT_FOUL],
        line("cat", "amy", 5, "foul", "rows.middle.base",
             row="middle", category="flush", set_by="bob"),
        ("cat pays amy 5 points: cat's hand is a foul and pays for the largest at the table, "
        "bob's flush in the middle"),
        "cat 付 amy 5 水：cat 倒水，照全桌最大的牌賠：bob 的中墩同花",
        "cat 付 amy 5 水：cat 倒水，照全桌最大的牌賠：bob 的花（二道）",
        "cat 付 amy 5 水：cat 倒水，按全桌最大的牌赔：bob 的中墩同花",
    ),
    "a foul by a row of which no more is known": (
        "fujian-13-water", [AMY, CAT_FOUL],
        line("cat", "amy", 5, "foul", "rows.middle.base", row="middle", set_by="bob"),
        ("cat pays amy 5 points: cat's hand is a foul and pays for the largest at the table, "
        "bob's middle"),
        "cat 付 amy 5 水：cat 倒水，照全桌最大的牌賠：bob 的中墩",
        "cat 付 amy 5 水：cat 倒水，照全桌最大的牌賠：bob 的二道",
        "cat 付 amy 5 水：cat 倒水，按全桌最大的牌赔：bob 的中墩",
    ),
    "a foul by a natural": (
        "fujian-13-water", [AMY, CAT_FOUL],
        line("cat", "amy", 3, "foul", "naturals.six_pairs", natural="six_pairs", set_by="dan"),
        ("cat pays amy 3 points: cat's hand is a foul and pays for the largest at the table, "
        "dan's six pairs"),
        "cat 付 amy 3 水：cat 倒水，照全桌最大的牌賠：dan 的六對半",
        "cat 付 amy 3 水：cat 倒水，照全桌最大的牌賠：dan 的六對半",
        "cat 付 amy 3 水：cat 倒水，按全桌最大的牌赔：dan 的六对半",
    ),
    "a natural": (
        "tw-scoop", [AMY, DAN_DRAGON],
        line("amy", "dan", 36, "natural", "naturals.dragon", natural="dragon"),
        "amy pays dan 36 units: dan has dragon",
        "amy 付 dan 36 注：dan 拿到一條龍",
        "amy 付 dan 36 注：dan 報到，雜龍",
        "amy 付 dan 36 注：dan 拿到一条龙",
    ),
    "a higher natural": (
        "tw-scoop", [DAN_DRAGON, EVE_SUITED],
        line("dan", "eve", 108, "natural", "naturals.dragon_suited", natural="dragon_suited"),
        "dan pays eve 108 units: eve's suited dragon ranks above dan's dragon",
        "dan 付 eve 108 注：eve 的至尊青龍大過 dan 的一條龍",
        "dan 付 eve 108 注：eve 的青龍大過 dan 的雜龍",
        "dan 付 eve 108 注：eve 的至尊清龙大过 dan 的一条龙",
    ),
    "the same natural by suit": (
        "luosong", [EVE_SUITED, EVE_SUITED | {"player": "amy"}],
        line("eve", "amy", 52, "natural", "naturals.dragon_suited", natural="dragon_suited"),
        "eve pays amy 52 points: both have suited dragon, and amy's suit is higher",
        "eve 付 amy 52 分：兩家都是至尊青龍，amy 的花色較大",
        "eve 付 amy 52 分：兩家都是青龍，amy 的花色較大",
        "eve 付 amy 52 分：两家都是至尊清龙，amy 的花色较大",
    ),
    "a natural that the banker pays": (
        "hk-banker", [DAN_DRAGON, EVE_SUITED],
        line("eve", "dan", 13, "natural", "naturals.dragon", natural="dragon"),
        "eve pays dan 13 units: both have a natural, and the banker pays: dan has dragon",
        "eve 付 dan 13 注：莊閒都有特殊牌型，由莊家賠：dan 拿到一條龍",
        "eve 付 dan 13 注：莊閒都報到，由莊賠閒：dan 是雜龍",
        "eve 付 dan 13 注：庄闲都有特殊牌型，由庄家赔：dan 拿到一条龙",
    ),
    "a sweep": (
        "fujian-13-water", [AMY, DAN_DRAGON],
        line("amy", "dan", 3, "natural_sweep", "naturals.sweep_multiplier",
             natural="six_pairs", multiplier=2),
        "amy pays dan 3 points: dan's six pairs takes from the whole table and counts 2 times",
        "amy 付 dan 3 水：dan 的六對半通吃全桌，算 2 倍",
        "amy 付 dan 3 水：dan 的六對半通吃全桌，算 2 倍",
        "amy 付 dan 3 水：dan 的六对半通杀全桌，算 2 倍",
    ),
    "gadu": (
        "tw-scoop-only", [AMY, BOB],
        line("bob", "amy", 1, "gadu", "gadu.back.four_of_a_kind",
             row="back", category="four_of_a_kind"),
        "bob pays amy 1 scoop: amy holds quads in the back, and everybody pays (gadu)",
        "bob 付 amy 1 槍：amy 尾墩拿到鐵支，嘎賭，每家都付",
        "bob 付 amy 1 槍：amy 有四條（尾道），加注，每家都付",
        "bob 付 amy 1 枪：amy 尾墩拿到炸弹，加注，每家都付",
    ),
}  # fmt: skip


def told(document, language, played=None):
    explanation = explain(document, RULEBOOK.get(document["ruleset"]), language, played=played)
    return [line.text for pair in explanation.pairs for line in pair.lines]


@pytest.mark.parametrize("name", SENTENCES)
def test_a_line_as_a_sentence(name):
    ruleset, hands, paid, *sentences = SENTENCES[name]
    basis = "outcome" if name == "a row without cards" else "cards"
    document = result(ruleset, hands, [paid], basis=basis)
    assert [told(document, language) for language in LANGUAGES] == [[text] for text in sentences]


EDGE = {
    "en": "the middle is level and goes to the banker (banker edge), "
    "pair ♣Q ♦Q ♥8 ♠6 ♥4 against ♠Q ♥Q ♣8 ♦6 ♠4",
    "zh-Hant-TW": "中墩不分上下，莊家食夾棍，對子 ♣Q ♦Q ♥8 ♠6 ♥4 對 ♠Q ♥Q ♣8 ♦6 ♠4",
    "zh-Hant-HK": "二道不分上下，莊家食夾棍，啤 ♣Q ♦Q ♥8 ♠6 ♥4 對 ♠Q ♥Q ♣8 ♦6 ♠4",
    "zh-Hans": "中墩不分上下，庄家吃和，对子 ♣Q ♦Q ♥8 ♠6 ♥4 对 ♠Q ♥Q ♣8 ♦6 ♠4",
}


@pytest.mark.parametrize("edge", ["ties", "top_card"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_row_goes_to_the_banker(edge, language):
    paid = line("amy", "bob", 1, "row", "rows.middle.base", row="middle")
    document = result("hk-banker", [LEVEL_AMY, LEVEL_BOB], [paid], options={"banker_edge": edge})
    assert told(document, language)[0].endswith(EDGE[language])


@pytest.mark.parametrize(
    ("edge", "decided"),
    [
        ("top_card", ("the middle is level and goes to the banker (banker edge), "
                     "pair ♣Q ♦Q ♥8 ♠6 ♥4 against ♠Q ♥Q ♣K ♦6 ♠4")),
        ("ties", "amy wins the middle, pair ♠Q ♥Q ♣K ♦6 ♠4 over ♣Q ♦Q ♥8 ♠6 ♥4"),
    ],
)  # fmt: skip
def test_under_top_card_the_banker_wins_with_the_lower_kickers(edge, decided):
    amy = hand("amy", "high_card: As Kd 7h | pair: Qs Qh Kc 6d 4s | pair: Kh Ks 9c 5d 3s")
    names = ("amy", "bob") if edge == "top_card" else ("bob", "amy")
    paid = line(*names, 1, "row", "rows.middle.base", row="middle")
    document = result("hk-banker", [amy, LEVEL_BOB], [paid], options={"banker_edge": edge})
    assert told(document, "en") == [f"{names[0]} pays {names[1]} 1 unit: {decided}"]


def test_flushes_go_by_suit_before_ranks():
    amy = hand("amy", "high_card: Ac Kd 7h | pair: Qs Qh 8c 6d 4s | flush: 9s 7s 5s 3s 2s")
    bob = hand("bob", "high_card: Kc Jd 7c | pair: Jc Js 8d 6h 4h | flush: Ah Kh 9h 5h 3h")
    paid = line("bob", "amy", 1, "row", "rows.back.base", row="back")
    assert told(result("hk-banker-suited", [amy, bob], [paid]), "en") == [
        "bob pays amy 1 unit: amy wins the back by suit, flush ♠9 ♠7 ♠5 ♠3 ♠2 over ♥A ♥K ♥9 ♥5 ♥3"
    ]


PLAYED = {
    "ruleset": "luosong",
    "doubling_card": "♠K",
    "hands": [{"player": " amy "}, {"player": "bob"}],
}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "bob pays amy 3 points: amy holds the doubling card ♠K, so all this counts 2 times"),
        ("zh-Hant-TW", "bob 付 amy 3 分：馬牌 ♠K 在 amy 手上，以上全算 2 倍"),
        ("zh-Hans", "bob 付 amy 3 分：马牌 ♠K 在 amy 手上，以上全算 2 倍"),
    ],
)
def test_who_holds_the_doubling_card_is_told_where_the_round_is_at_hand(language, sentence):
    paid = line("bob", "amy", 3, "doubling_card", "doubling_card", multiplier=2)
    assert told(result("luosong", [AMY, BOB], [paid]), language, PLAYED) == [sentence]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "bob pays amy 3 units (bet × 3): amy wins the back, full house over flush",
        ),
        ("zh-Hant-TW", "bob 付 amy 3 注（下注 × 3）：amy 贏尾墩，葫蘆勝同花"),
        ("zh-Hant-HK", "bob 付 amy 3 注（下注 × 3）：amy 贏尾道，夫佬勝花"),
        ("zh-Hans", "bob 付 amy 3 注（下注 × 3）：amy 赢尾墩，葫芦胜同花"),
    ],
)
def test_a_bet_is_told_where_the_round_is_at_hand(language, sentence):
    played = {"banker": "amy", "hands": [{"player": "amy"}, {"player": "bob", "bet": 3}]}
    paid = line("bob", "amy", 3, "row", "rows.back.base", row="back")
    assert told(result("hk-banker", [AMY, BOB], [paid]), language, played) == [sentence]
