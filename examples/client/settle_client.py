"""Every call of the service as a method. Made by `python -m settle.openapi.client`."""

# ruff: noqa: A002, E501, PYI051, Q000, UP013
# fmt: off

from typing import Any, Literal, NotRequired, TypedDict

from calling import Caller, part

AccessKey = TypedDict("AccessKey", {"label": "str", "scope": "Literal['admin', 'create', 'session']", "session": "NotRequired[str]", "role": "NotRequired[Literal['host', 'scorer', 'player', 'viewer']]", "player": "NotRequired[str]", "group": "NotRequired[str]", "expires_in": "NotRequired[str]"})
AccountAmount = TypedDict("AccountAmount", {"player": "str", "amount": "str"})
AdaptedGames = TypedDict("AdaptedGames", {"text": "str", "games": "list[int]"})
Agreement = TypedDict("Agreement", {"ruleset": "NotRequired[str]", "options": "NotRequired[dict[str, Any]]", "banker": "NotRequired[str]"})
AgreementWords = TypedDict("AgreementWords", {"language": "str", "lines": "list[str]"})
Alive = TypedDict("Alive", {"status": "Literal['alive']"})
Audit = TypedDict("Audit", {})
AuditCounts = TypedDict("AuditCounts", {"sessions": "int", "entries": "int", "games": "int", "rulesets": "int"})
AuditReport = TypedDict("AuditReport", {"sound": "bool", "findings": "list[Finding]", "first": "Finding | None", "counts": "AuditCounts", "imported": "list[str]", "apart": "list[str]", "unused": "list[str]"})
Batch = TypedDict("Batch", {"rounds": "list[BatchItem]"})
BatchAnswer = TypedDict("BatchAnswer", {"status": "int", "body": "RecordedAnswer | Problem"})
BatchAnswers = TypedDict("BatchAnswers", {"answers": "list[BatchAnswer]"})
BatchItem = TypedDict("BatchItem", {"key": "NotRequired[str]", "game": "int", "sitting_out": "NotRequired[list[str]]", "ref": "NotRequired[str]", "played_at": "NotRequired[str]", "ruleset": "NotRequired[str]", "options": "NotRequired[dict[str, Any]]", "stake": "NotRequired[Stake]", "banker": "NotRequired[str]", "doubling_card": "NotRequired[str | None]", "hands": "NotRequired[list[Hand]]", "outcome": "NotRequired[Outcome]", "exchange": "NotRequired[Exchange]", "expect": "NotRequired[Expect]"})
BookCheckpoint = TypedDict("BookCheckpoint", {"book": "str", "size": "int", "root": "str", "text": "str", "sessions": "list[ListedSession]"})
Bounds = TypedDict("Bounds", {"least": "int", "most": "int"})
Categories = TypedDict("Categories", {"front": "NotRequired[Literal['high_card', 'pair', 'two_pair', 'three_of_a_kind', 'straight', 'flush', 'paired_flush', 'full_house', 'four_of_a_kind', 'straight_flush', 'five_of_a_kind']]", "middle": "NotRequired[Literal['high_card', 'pair', 'two_pair', 'three_of_a_kind', 'straight', 'flush', 'paired_flush', 'full_house', 'four_of_a_kind', 'straight_flush', 'five_of_a_kind']]", "back": "NotRequired[Literal['high_card', 'pair', 'two_pair', 'three_of_a_kind', 'straight', 'flush', 'paired_flush', 'full_house', 'four_of_a_kind', 'straight_flush', 'five_of_a_kind']]"})
ChoiceSaid = TypedDict("ChoiceSaid", {"value": "Any", "label": "NotRequired[dict[str, str]]"})
Claim = TypedDict("Claim", {"totals": "NotRequired[dict[str, int]]", "round": "NotRequired[dict[str, Any]]"})
Close = TypedDict("Close", {"reason": "NotRequired[str]"})
Closed = TypedDict("Closed", {"entry": "EntryRef", "id": "str", "state": "Literal['closed']", "ended": "Literal['complete', 'early']", "totals": "list[Net]", "missing": "list[int]"})
Compare = TypedDict("Compare", {"round": "dict[str, Any]", "agreements": "list[Agreement]"})
CompareSession = TypedDict("CompareSession", {"agreements": "list[Terms]", "lines": "NotRequired[list[int]]"})
ComparedAgreement = TypedDict("ComparedAgreement", {"ruleset": "str", "ruleset_digest": "str", "adapted": "NotRequired[list[str]]", "result": "NotRequired[Explained]", "problem": "NotRequired[Problem]"})
ComparedGame = TypedDict("ComparedGame", {"game": "int", "differs": "bool", "held": "NotRequired[bool]", "nets": "list[ComparedNets]", "problems": "NotRequired[list[GameProblem]]", "pairs": "NotRequired[list[ComparedPair]]"})
ComparedLine = TypedDict("ComparedLine", {"payer": "str", "payee": "str", "reason": "Literal['row', 'row_bonus', 'scoop', 'majority', 'home_run', 'doubling_card', 'foul', 'natural', 'natural_sweep', 'gadu']", "row": "NotRequired[Literal['front', 'middle', 'back']]", "category": "NotRequired[Literal['high_card', 'pair', 'two_pair', 'three_of_a_kind', 'straight', 'flush', 'paired_flush', 'full_house', 'four_of_a_kind', 'straight_flush', 'five_of_a_kind']]", "natural": "NotRequired[str]", "text": "str", "points": "list[int | None]", "differs": "bool"})
ComparedNets = TypedDict("ComparedNets", {"player": "str", "nets": "list[int | None]"})
ComparedPair = TypedDict("ComparedPair", {"players": "list[str]", "nets": "list[int | None]", "lines": "list[ComparedLine]"})
Comparison = TypedDict("Comparison", {"agreements": "list[ComparedAgreement]", "pairs": "list[ComparedPair]", "nets": "list[ComparedNets]", "differs": "bool"})
Confirmation = TypedDict("Confirmation", {"of": "Literal['opening'] | int | str", "player": "str"})
Confirmed = TypedDict("Confirmed", {"entry": "EntryRef", "of": "str", "player": "str", "game": "NotRequired[int]"})
ConfirmedSaid = TypedDict("ConfirmedSaid", {"of": "Literal['opening', 'table', 'game', 'payment']", "seq": "NotRequired[int]", "game": "NotRequired[int]", "hash": "str", "players": "list[str]"})
Consent = TypedDict("Consent", {"by": "str", "outcome": "NotRequired[Literal['corrected', 'dismissed']]"})
ConsentSaid = TypedDict("ConsentSaid", {"player": "str", "outcome": "NotRequired[Literal['corrected', 'dismissed']]"})
ConsistencyProof = TypedDict("ConsistencyProof", {"book": "str", "session": "str", "size": "int", "root": "str", "path": "list[str]", "proof": "Literal['consistency']", "from": "OlderSize"})
Correction = TypedDict("Correction", {"reason": "str", "against": "str", "sitting_out": "NotRequired[list[str]]", "ref": "NotRequired[str]", "played_at": "NotRequired[str]", "ruleset": "NotRequired[str]", "options": "NotRequired[dict[str, Any]]", "stake": "NotRequired[Stake]", "banker": "NotRequired[str]", "doubling_card": "NotRequired[str | None]", "hands": "NotRequired[list[Hand]]", "outcome": "NotRequired[Outcome]", "exchange": "NotRequired[Exchange]", "expect": "NotRequired[Expect]"})
CoveredSession = TypedDict("CoveredSession", {"seq": "int", "hash": "str", "id": "str"})
Dispute = TypedDict("Dispute", {"by": "str", "claim": "Claim", "reason": "str", "evidence": "NotRequired[list[Evidence]]"})
DisputeAnswer = TypedDict("DisputeAnswer", {"id": "str", "game": "int", "state": "Literal['open', 'withdrawn', 'corrected', 'dismissed']", "consents": "list[ConsentSaid]", "by": "str", "reason": "str", "evidence": "list[Evidence]", "claim": "dict[str, Any]", "late": "bool", "at": "str", "entry": "EntryRef"})
DisputeList = TypedDict("DisputeList", {"disputes": "list[DisputeAnswer]", "held": "list[Held]"})
DisputeSaid = TypedDict("DisputeSaid", {"entry": "EntryRef", "id": "str", "by": "str", "outcome": "NotRequired[Literal['corrected', 'dismissed']]", "game": "int", "state": "Literal['open', 'withdrawn']"})
Disputed = TypedDict("Disputed", {"entry": "EntryRef", "id": "str", "game": "int", "state": "Literal['open']", "late": "bool", "totals_if_claimed": "list[Net]"})
Duel = TypedDict("Duel", {"players": "list[str]", "scoop": "NotRequired[str]", "front": "NotRequired[str | None]", "middle": "NotRequired[str | None]", "back": "NotRequired[str | None]"})
EntryRef = TypedDict("EntryRef", {"seq": "int", "hash": "str"})
Evidence = TypedDict("Evidence", {"sha256": "str", "note": "NotRequired[str]"})
Exchange = TypedDict("Exchange", {"dealt": "dict[str, list[str]]", "passes": "list[Pass]"})
Expect = TypedDict("Expect", {"ruleset_digest": "NotRequired[str]", "totals": "NotRequired[dict[str, int]]"})
Explained = TypedDict("Explained", {"ref": "NotRequired[str]", "played_at": "NotRequired[str]", "ruleset": "str", "ruleset_version": "int", "ruleset_digest": "str", "options": "dict[str, Any]", "hands": "list[HandResult]", "lines": "list[ExplainedLine]", "totals": "list[TotalResult]", "money": "NotRequired[list[MoneyResult]]", "notices": "list[ExplainedNotice]", "basis": "Literal['cards', 'outcome']"})
ExplainedLine = TypedDict("ExplainedLine", {"payer": "str", "payee": "str", "points": "int", "reason": "Literal['row', 'row_bonus', 'scoop', 'majority', 'home_run', 'doubling_card', 'foul', 'natural', 'natural_sweep', 'gadu']", "rule": "str", "row": "NotRequired[Literal['front', 'middle', 'back']]", "category": "NotRequired[Literal['high_card', 'pair', 'two_pair', 'three_of_a_kind', 'straight', 'flush', 'paired_flush', 'full_house', 'four_of_a_kind', 'straight_flush', 'five_of_a_kind']]", "natural": "NotRequired[str]", "multiplier": "NotRequired[int]", "set_by": "NotRequired[str]", "foul": "NotRequired[bool]", "text": "str"})
ExplainedNotice = TypedDict("ExplainedNotice", {"code": "str", "player": "str", "natural": "NotRequired[str]", "text": "str"})
Finding = TypedDict("Finding", {"code": "str", "session": "NotRequired[str]", "seq": "NotRequired[int]", "where": "NotRequired[str]", "found": "NotRequired[str]", "expected": "NotRequired[str]", "players": "NotRequired[list[NetFound]]", "line": "NotRequired[int]"})
GameAnswer = TypedDict("GameAnswer", {"game": "int", "round": "StoredRound | None", "result": "ToldResult | None", "entry": "StandingRef", "confirmed": "list[str]", "disputes": "list[DisputeAnswer]", "history": "list[Happened]"})
GameProblem = TypedDict("GameProblem", {"agreement": "int", "problem": "Problem"})
GrantSaid = TypedDict("GrantSaid", {"session": "str", "role": "Literal['host', 'scorer', 'player', 'viewer']", "player": "str | None"})
Group = TypedDict("Group", {"id": "NotRequired[str]", "name": "str", "members": "NotRequired[list[str | Person]]"})
GroupAnswer = TypedDict("GroupAnswer", {"id": "str", "name": "str", "members": "list[MemberAnswer]", "sessions": "list[str]"})
GroupBrief = TypedDict("GroupBrief", {"id": "str", "name": "str"})
GroupName = TypedDict("GroupName", {"name": "str"})
GroupSettlement = TypedDict("GroupSettlement", {"id": "str", "mode": "str", "sessions": "list[SettledSession]", "totals": "list[AccountAmount]", "transfers": "list[Transfer]", "outstanding": "list[SessionTransfer]", "currency": "NotRequired[Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']]", "search": "NotRequired[Literal['exact', 'pairs_then_largest']]"})
GroupSettlementMade = TypedDict("GroupSettlementMade", {"id": "str", "mode": "str", "sessions": "list[dict[str, Any]]", "pays_in": "str", "totals": "list[AccountAmount]", "transfers": "list[Transfer]", "currency": "Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']", "search": "NotRequired[Literal['exact', 'pairs_then_largest']]"})
GroupsPage = TypedDict("GroupsPage", {"groups": "list[GroupBrief]", "next": "int | None"})
Hand = TypedDict("Hand", {"player": "str", "cards": "NotRequired[list[str]]", "front": "NotRequired[list[str]]", "middle": "NotRequired[list[str]]", "back": "NotRequired[list[str]]", "natural": "NotRequired[str | None]", "bet": "NotRequired[int]", "ruled_foul": "NotRequired[str]"})
HandResult = TypedDict("HandResult", {"player": "str", "status": "Literal['plain', 'foul', 'natural']", "natural": "str | None", "rows": "RowsResult | None", "doubling_card": "NotRequired[bool]"})
Happened = TypedDict("Happened", {"seq": "int", "hash": "str", "kind": "Literal['game_recorded', 'game_corrected', 'game_voided']", "at": "str", "by": "str", "before": "list[Net]", "totals": "list[Net]", "moved": "list[Net]", "reason": "NotRequired[str]", "against": "NotRequired[str]"})
Held = TypedDict("Held", {"game": "int", "dispute": "str", "totals_if_kept": "list[Net]", "totals_if_claimed": "list[Net]"})
HeldInSession = TypedDict("HeldInSession", {"game": "int", "dispute": "str", "totals_if_kept": "list[Net]", "totals_if_claimed": "list[Net]", "session": "str"})
ImportedResult = TypedDict("ImportedResult", {"nets": "dict[str, int]", "note": "NotRequired[str]", "played_at": "NotRequired[str]", "by": "NotRequired[str]"})
ImportedResultAnswer = TypedDict("ImportedResultAnswer", {"entry": "EntryRef", "nets": "list[Net]", "unverifiable": "bool", "note": "NotRequired[str]", "played_at": "NotRequired[str]", "by": "NotRequired[str]"})
InclusionProof = TypedDict("InclusionProof", {"book": "str", "session": "str", "size": "int", "root": "str", "path": "list[str]", "proof": "Literal['inclusion']", "entry": "EntryRef"})
Joint = TypedDict("Joint", {"seq": "int", "sessions": "list[str]", "pays_in": "str"})
KeyAnswer = TypedDict("KeyAnswer", {"id": "str", "label": "str", "scope": "Literal['admin', 'create', 'session']", "grants": "list[GrantSaid]", "groups": "list[str]", "made_at": "str", "made_by": "str", "expires_at": "str | None", "revoked_at": "str | None"})
KeysPage = TypedDict("KeysPage", {"keys": "list[KeyAnswer]", "next": "int | None"})
LedgerPage = TypedDict("LedgerPage", {"entries": "list[dict[str, Any]]", "head": "EntryRef", "next": "int | None"})
LineResult = TypedDict("LineResult", {"payer": "str", "payee": "str", "points": "int", "reason": "Literal['row', 'row_bonus', 'scoop', 'majority', 'home_run', 'doubling_card', 'foul', 'natural', 'natural_sweep', 'gadu']", "rule": "str", "row": "NotRequired[Literal['front', 'middle', 'back']]", "category": "NotRequired[Literal['high_card', 'pair', 'two_pair', 'three_of_a_kind', 'straight', 'flush', 'paired_flush', 'full_house', 'four_of_a_kind', 'straight_flush', 'five_of_a_kind']]", "natural": "NotRequired[str]", "multiplier": "NotRequired[int]", "set_by": "NotRequired[str]", "foul": "NotRequired[bool]"})
Link = TypedDict("Link", {"role": "Literal['scorer', 'player', 'viewer']", "player": "NotRequired[str]", "expires_in": "NotRequired[str]"})
LinkAnswer = TypedDict("LinkAnswer", {"session": "str | None", "role": "Literal['host', 'scorer', 'player', 'viewer']", "player": "str | None", "expires_at": "str", "id": "str", "uses_left": "int", "made_at": "str", "made_by": "str", "revoked_at": "str | None"})
LinkGives = TypedDict("LinkGives", {"session": "str | None", "role": "Literal['host', 'scorer', 'player', 'viewer']", "player": "str | None", "expires_at": "str"})
LinksAnswer = TypedDict("LinksAnswer", {"links": "list[LinkAnswer]"})
ListedSession = TypedDict("ListedSession", {"session": "str", "entries": "int", "root": "str"})
MadeKeyAnswer = TypedDict("MadeKeyAnswer", {"id": "str", "label": "str", "scope": "Literal['admin', 'create', 'session']", "grants": "list[GrantSaid]", "groups": "list[str]", "made_at": "str", "made_by": "str", "expires_at": "str | None", "revoked_at": "str | None", "key": "str"})
MadeLinkAnswer = TypedDict("MadeLinkAnswer", {"session": "str | None", "role": "Literal['host', 'scorer', 'player', 'viewer']", "player": "str | None", "expires_at": "str", "id": "str", "uses_left": "int", "made_at": "str", "made_by": "str", "revoked_at": "str | None", "address": "str", "qr_svg": "str"})
Member = TypedDict("Member", {"id": "NotRequired[str]", "name": "NotRequired[str]"})
MemberAnswer = TypedDict("MemberAnswer", {"id": "str", "name": "str | None"})
MemberName = TypedDict("MemberName", {"name": "str"})
MissingTotal = TypedDict("MissingTotal", {"player": "str", "net": "int", "amount": "NotRequired[str]"})
MoneyResult = TypedDict("MoneyResult", {"player": "str", "amount": "str", "currency": "str"})
MoneyStanding = TypedDict("MoneyStanding", {"player": "str", "sessions": "int", "amount": "str"})
MoneyStandings = TypedDict("MoneyStandings", {"currency": "Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']", "standings": "list[MoneyStanding]"})
Net = TypedDict("Net", {"player": "str", "net": "int"})
NetFound = TypedDict("NetFound", {"player": "str", "found": "int | None", "expected": "int | None"})
Next = TypedDict("Next", {"game": "int", "banker": "NotRequired[str]"})
NoticeResult = TypedDict("NoticeResult", {"code": "str", "player": "str", "natural": "NotRequired[str]"})
OlderSize = TypedDict("OlderSize", {"size": "int", "root": "str"})
OnlySet = TypedDict("OnlySet", {"key": "str", "options": "list[str]"})
OpenSession = TypedDict("OpenSession", {"id": "NotRequired[str]", "title": "NotRequired[str]", "group": "NotRequired[str]", "ruleset": "NotRequired[str]", "options": "NotRequired[dict[str, Any]]", "stake": "NotRequired[Stake]", "players": "NotRequired[list[str | Person]]", "games": "NotRequired[int]", "banker_order": "NotRequired[str]", "dispute_window": "NotRequired[str]", "opening_balances": "NotRequired[dict[str, int]]", "same_as": "NotRequired[str]"})
OptionSaid = TypedDict("OptionSaid", {"name": "str", "kind": "Literal['choice', 'range', 'map', 'card']", "question": "dict[str, str]", "default": "Any", "choices": "NotRequired[list[ChoiceSaid]]", "range": "NotRequired[list[int]]", "keys": "NotRequired[list[str]]"})
Outcome = TypedDict("Outcome", {"hands": "list[OutcomeHand]", "duels": "list[Duel]", "doubling_card_holder": "NotRequired[str | list[str]]"})
OutcomeHand = TypedDict("OutcomeHand", {"player": "str", "status": "NotRequired[Literal['plain', 'foul', 'natural']]", "natural": "NotRequired[str | None]", "suit": "NotRequired[Literal['d', 'c', 'h', 's']]", "categories": "NotRequired[Categories]", "bet": "NotRequired[int]"})
Pass = TypedDict("Pass", {"direction": "Literal['clockwise', 'counterclockwise', 'across']", "cards": "dict[str, list[str]]"})
Payment = TypedDict("Payment", {"amount": "str", "currency": "NotRequired[Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']]", "by": "NotRequired[str]", "from": "str", "to": "str", "confirmed_by": "NotRequired[list[str]]", "note": "NotRequired[str]", "paid_at": "NotRequired[str]"})
PaymentAnswer = TypedDict("PaymentAnswer", {"entry": "EntryRef", "from": "str", "to": "str", "amount": "str", "currency": "str", "confirmed_by": "list[str]", "note": "NotRequired[str]", "paid_at": "NotRequired[str]", "by": "NotRequired[str]"})
PaymentReversedAnswer = TypedDict("PaymentReversedAnswer", {"entry": "EntryRef", "reason": "str", "against": "str", "by": "NotRequired[str]", "payment": "int"})
Penalty = TypedDict("Penalty", {"amount": "str", "currency": "NotRequired[Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']]", "by": "NotRequired[str]", "payer": "str", "to": "str", "reason": "str"})
PenaltyAnswer = TypedDict("PenaltyAnswer", {"entry": "EntryRef", "amount": "str", "currency": "str", "by": "NotRequired[str]", "payer": "str", "to": "str", "reason": "str"})
Person = TypedDict("Person", {"id": "str", "name": "NotRequired[str]"})
PlayerName = TypedDict("PlayerName", {"player": "str", "name": "NotRequired[str]", "erase": "NotRequired[bool]"})
PointsStanding = TypedDict("PointsStanding", {"player": "str", "sessions": "int", "net": "int"})
PointsStandings = TypedDict("PointsStandings", {"ruleset": "str", "standings": "list[PointsStanding]"})
PresentResult = TypedDict("PresentResult", {"id": "NotRequired[str]", "key": "NotRequired[str]", "seq": "NotRequired[int]", "hash": "NotRequired[str]", "kind": "NotRequired[str]", "dispute": "NotRequired[str]", "state": "NotRequired[str]"})
PreviousSession = TypedDict("PreviousSession", {"id": "str", "hash": "str"})
Problem = TypedDict("Problem", {"type": "str", "title": "str", "status": "int", "detail": "str", "errors": "NotRequired[list[ProblemError]]", "standing": "NotRequired[PresentResult]", "present": "NotRequired[PresentResult]", "head": "NotRequired[PresentResult]", "missing": "NotRequired[list[str]]"})
ProblemError = TypedDict("ProblemError", {"pointer": "str", "code": "str", "message": "str"})
Ready = TypedDict("Ready", {"status": "Literal['ready']", "version": "str", "engine": "Literal['sqlite', 'postgresql']", "engine_version": "str", "journal_mode": "Literal['wal', 'delete']", "synchronous": "Literal['full', 'extra']", "schema_version": "int", "size_bytes": "int"})
Recorded = TypedDict("Recorded", {"game": "NotRequired[int]", "sitting_out": "NotRequired[list[str]]", "ref": "NotRequired[str]", "played_at": "NotRequired[str]", "ruleset": "NotRequired[str]", "options": "NotRequired[dict[str, Any]]", "stake": "NotRequired[Stake]", "banker": "NotRequired[str]", "doubling_card": "NotRequired[str | None]", "hands": "NotRequired[list[Hand]]", "outcome": "NotRequired[Outcome]", "exchange": "NotRequired[Exchange]", "expect": "NotRequired[Expect]"})
RecordedAnswer = TypedDict("RecordedAnswer", {"entry": "EntryRef", "game": "int", "result": "Result"})
Renamed = TypedDict("Renamed", {"entry": "EntryRef", "player": "str", "erased": "bool"})
RequestSaid = TypedDict("RequestSaid", {"key": "NotRequired[str]", "sha256": "str"})
Resolution = TypedDict("Resolution", {"outcome": "Literal['corrected', 'dismissed']", "against": "str", "by": "str", "reason": "str", "round": "NotRequired[dict[str, Any]]", "totals": "NotRequired[dict[str, int]]"})
Resolved = TypedDict("Resolved", {"entry": "EntryRef", "id": "str", "game": "int", "outcome": "Literal['corrected', 'dismissed']", "by": "str", "consents": "list[str]", "interested": "bool", "correction": "NotRequired[EntryRef]", "result": "NotRequired[Result]"})
Result = TypedDict("Result", {"ref": "NotRequired[str]", "played_at": "NotRequired[str]", "ruleset": "str", "ruleset_version": "int", "ruleset_digest": "str", "options": "dict[str, Any]", "hands": "list[HandResult]", "lines": "list[LineResult]", "totals": "list[TotalResult]", "money": "NotRequired[list[MoneyResult]]", "notices": "list[NoticeResult]", "basis": "Literal['cards', 'outcome']"})
Reversal = TypedDict("Reversal", {"reason": "str", "by": "NotRequired[str]"})
Round = TypedDict("Round", {"ref": "NotRequired[str]", "played_at": "NotRequired[str]", "ruleset": "str", "options": "NotRequired[dict[str, Any]]", "stake": "NotRequired[Stake]", "banker": "NotRequired[str]", "doubling_card": "NotRequired[str | None]", "hands": "NotRequired[list[Hand]]", "outcome": "NotRequired[Outcome]", "exchange": "NotRequired[Exchange]", "expect": "NotRequired[Expect]"})
Rounds = TypedDict("Rounds", {"rounds": "list[StandingRound]", "missing": "list[int]"})
RowResult = TypedDict("RowResult", {"category": "Literal['high_card', 'pair', 'two_pair', 'three_of_a_kind', 'straight', 'flush', 'paired_flush', 'full_house', 'four_of_a_kind', 'straight_flush', 'five_of_a_kind'] | None", "cards": "NotRequired[list[str]]"})
RowsResult = TypedDict("RowsResult", {"front": "RowResult", "middle": "RowResult", "back": "RowResult"})
Ruleset = TypedDict("Ruleset", {"id": "str", "version": "int", "extends": "NotRequired[str]", "without": "NotRequired[list[str]]", "region": "NotRequired[Literal['TW', 'HK', 'CN', 'EN']]", "title": "NotRequired[dict[str, Any]]", "summary": "NotRequired[dict[str, Any]]", "unit": "NotRequired[dict[str, Any]]", "shown": "NotRequired[list[Literal['front', 'middle', 'back']]]", "sources": "NotRequired[dict[str, Any]]", "options": "NotRequired[dict[str, Any]]", "names": "NotRequired[dict[str, Any]]", "deck": "NotRequired[dict[str, Any]]", "players": "NotRequired[dict[str, Any]]", "pairing": "NotRequired[dict[str, Any]]", "order": "NotRequired[dict[str, Any]]", "rows": "NotRequired[dict[str, Any]]", "majority": "NotRequired[dict[str, Any]]", "scoop": "NotRequired[dict[str, Any]]", "home_run": "NotRequired[dict[str, Any]]", "foul": "NotRequired[dict[str, Any]]", "gadu": "NotRequired[dict[str, Any]]", "naturals": "NotRequired[dict[str, Any]]", "exchange": "NotRequired[dict[str, Any]]", "doubling_card": "NotRequired[dict[str, Any]]"})
RulesetAnswer = TypedDict("RulesetAnswer", {"id": "str", "version": "int", "versions": "list[int]", "digest": "str", "region": "Literal['TW', 'HK', 'CN', 'EN'] | None", "title": "dict[str, str]", "summary": "dict[str, str]", "players": "Bounds", "cards": "int", "unit": "dict[str, str]", "shown": "list[Literal['front', 'middle', 'back']]", "values": "list[ValueSaid]", "only_set": "list[OnlySet]", "switched_on": "list[str]", "options": "list[OptionSaid]", "document": "dict[str, Any]"})
RulesetBrief = TypedDict("RulesetBrief", {"id": "str", "version": "int", "versions": "list[int]", "digest": "str", "region": "Literal['TW', 'HK', 'CN', 'EN'] | None", "title": "dict[str, str]", "summary": "dict[str, str]", "players": "Bounds", "cards": "int"})
RulesetKept = TypedDict("RulesetKept", {"id": "str", "version": "int", "digest": "str"})
Rulesets = TypedDict("Rulesets", {"rulesets": "list[RulesetBrief]"})
Seat = TypedDict("Seat", {"player": "str"})
SeatAnswer = TypedDict("SeatAnswer", {"role": "Literal['host', 'scorer', 'player', 'viewer']", "player": "str"})
SessionAnswer = TypedDict("SessionAnswer", {"id": "str", "title": "NotRequired[str]", "state": "Literal['open', 'complete', 'closed']", "games": "int", "played": "int", "totals": "list[Net]", "held": "list[Held]", "head": "EntryRef", "missing": "list[int]", "next": "Next | None", "opening": "EntryRef", "group": "NotRequired[str]", "players": "list[str]", "ruleset": "str", "ruleset_digest": "str", "options": "dict[str, Any]", "stake": "NotRequired[Stake]", "banker_order": "str", "dispute_window": "NotRequired[str]", "opening_balances": "NotRequired[dict[str, int]]", "agreement": "AgreementWords", "tables": "list[TableSaid]", "affected": "list[int]", "confirmed": "list[ConfirmedSaid]", "disputes": "list[DisputeAnswer]", "names": "NotRequired[dict[str, str]]"})
SessionBrief = TypedDict("SessionBrief", {"id": "str", "title": "NotRequired[str]", "state": "Literal['open', 'complete', 'closed']", "games": "int", "played": "int", "totals": "list[Net]", "held": "list[Held]", "head": "EntryRef"})
SessionCheckpoint = TypedDict("SessionCheckpoint", {"book": "str", "size": "int", "root": "str", "text": "str", "session": "str"})
SessionComparison = TypedDict("SessionComparison", {"id": "str", "head": "EntryRef", "agreements": "list[SessionUnderAgreement]", "games": "list[ComparedGame]", "differs": "bool"})
SessionTransfer = TypedDict("SessionTransfer", {"session": "str", "from": "str", "to": "str", "amount": "str"})
SessionUnderAgreement = TypedDict("SessionUnderAgreement", {"rulesets": "list[str]", "unscored": "list[int]", "held": "list[int]", "games": "int", "totals": "list[SettledTotal]", "currency": "NotRequired[Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']]", "adapted": "NotRequired[list[AdaptedGames]]"})
SessionsPage = TypedDict("SessionsPage", {"sessions": "list[SessionBrief]", "next": "int | None"})
SettleGroup = TypedDict("SettleGroup", {"sessions": "NotRequired[list[str]]", "mode": "NotRequired[str]"})
SettledSession = TypedDict("SettledSession", {"id": "str", "held": "list[Held]", "totals": "list[MissingTotal]"})
SettledTogether = TypedDict("SettledTogether", {"id": "str", "mode": "str", "sessions": "list[CoveredSession]", "pays_in": "str", "transfers": "NotRequired[list[Transfer]]"})
SettledTotal = TypedDict("SettledTotal", {"player": "str", "net": "int", "amount": "NotRequired[str]", "settled": "NotRequired[str]"})
Settlement = TypedDict("Settlement", {"mode": "NotRequired[str]", "player": "NotRequired[str]", "by": "NotRequired[str]"})
SettlementAnswer = TypedDict("SettlementAnswer", {"mode": "str", "player": "NotRequired[str]", "totals": "list[SettledTotal]", "transfers": "list[Transfer]", "currency": "NotRequired[Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']]", "step": "NotRequired[str]", "rounding": "NotRequired[Literal['exact', 'largest_remainder', 'earliest_seat']]", "search": "NotRequired[Literal['exact', 'pairs_then_largest']]", "together": "NotRequired[list[Joint]]", "held": "list[Held]", "outstanding": "list[Transfer]"})
SettlementMadeAnswer = TypedDict("SettlementMadeAnswer", {"entry": "EntryRef", "mode": "str", "player": "NotRequired[str]", "totals": "list[SettledTotal]", "transfers": "list[Transfer]", "currency": "NotRequired[Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']]", "step": "NotRequired[str]", "rounding": "NotRequired[Literal['exact', 'largest_remainder', 'earliest_seat']]", "search": "NotRequired[Literal['exact', 'pairs_then_largest']]", "held": "list[int]", "covers": "EntryRef", "by": "NotRequired[str]", "group": "NotRequired[SettledTogether]"})
SettlementReversedAnswer = TypedDict("SettlementReversedAnswer", {"entry": "EntryRef", "reason": "str", "against": "str", "by": "NotRequired[str]", "settlement": "int"})
SharedCost = TypedDict("SharedCost", {"amount": "str", "currency": "NotRequired[Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']]", "by": "NotRequired[str]", "sharers": "list[str]", "to": "str", "reason": "str"})
SharedCostAnswer = TypedDict("SharedCostAnswer", {"entry": "EntryRef", "amount": "str", "currency": "str", "by": "NotRequired[str]", "sharers": "list[str]", "to": "str", "reason": "str", "shares": "list[AccountAmount]"})
SourceSaid = TypedDict("SourceSaid", {"title": "str", "section": "str | None"})
Stake = TypedDict("Stake", {"mode": "NotRequired[Literal['points', 'pot']]", "amount": "NotRequired[str]", "points": "NotRequired[int]", "ante": "NotRequired[str]", "scope": "NotRequired[Literal['game', 'session']]", "step": "NotRequired[str]", "currency": "Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']"})
StandingRef = TypedDict("StandingRef", {"seq": "int", "hash": "str", "kind": "Literal['game_recorded', 'game_corrected', 'game_voided']"})
StandingRound = TypedDict("StandingRound", {"game": "int", "totals": "list[Net]", "entry": "StandingRef", "confirmed": "list[str]", "disputes": "list[str]"})
Standings = TypedDict("Standings", {"id": "str", "money": "list[MoneyStandings]", "points": "list[PointsStandings]", "held": "list[HeldInSession]"})
Statement = TypedDict("Statement", {"games": "int", "scoops_given": "int", "scoops_taken": "int", "monsters": "int", "id": "str", "member": "MemberAnswer", "year": "str | None", "sessions": "list[StatementSession]", "money": "list[StatementMoney]", "points": "list[StatementPoints]"})
StatementMoney = TypedDict("StatementMoney", {"currency": "Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']", "amount": "str", "carried": "str", "received": "str", "paid": "str", "open": "str"})
StatementPayment = TypedDict("StatementPayment", {"seq": "int", "from": "str", "to": "str", "amount": "str"})
StatementPoints = TypedDict("StatementPoints", {"ruleset": "str", "net": "int"})
StatementSession = TypedDict("StatementSession", {"currency": "NotRequired[Literal['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED', 'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW']]", "amount": "NotRequired[str]", "carried": "NotRequired[str]", "received": "NotRequired[str]", "paid": "NotRequired[str]", "open": "NotRequired[str]", "games": "int", "scoops_given": "int", "scoops_taken": "int", "monsters": "int", "id": "str", "title": "NotRequired[str]", "played": "str", "ruleset": "str", "net": "int", "held": "list[Held]", "naturals": "dict[str, int]", "payments": "NotRequired[list[StatementPayment]]", "together": "NotRequired[list[Joint]]"})
StoredRound = TypedDict("StoredRound", {"ref": "NotRequired[str]", "played_at": "NotRequired[str]", "banker": "NotRequired[str]", "doubling_card": "NotRequired[str | None]", "hands": "NotRequired[list[Hand]]", "outcome": "NotRequired[Outcome]", "exchange": "NotRequired[Exchange]", "expect": "NotRequired[Expect]"})
Table = TypedDict("Table", {"from_game": "int", "players": "NotRequired[list[str | Person]]", "ruleset": "NotRequired[str]", "options": "NotRequired[dict[str, Any]]", "stake": "NotRequired[Stake]", "reason": "str"})
TableChanged = TypedDict("TableChanged", {"entry": "EntryRef", "from_game": "int", "tables": "list[TableSaid]", "affected": "list[int]", "agreement": "AgreementWords"})
TableSaid = TypedDict("TableSaid", {"from_game": "int", "players": "list[str]", "ruleset": "str", "ruleset_digest": "str", "options": "dict[str, Any]", "stake": "NotRequired[Stake]", "changed": "list[Literal['players', 'rules', 'stake']]"})
Terms = TypedDict("Terms", {"ruleset": "NotRequired[str]", "options": "NotRequired[dict[str, Any]]", "banker": "NotRequired[str]", "stake": "NotRequired[Stake]"})
ToldLine = TypedDict("ToldLine", {"payer": "str", "payee": "str", "points": "int", "reason": "Literal['row', 'row_bonus', 'scoop', 'majority', 'home_run', 'doubling_card', 'foul', 'natural', 'natural_sweep', 'gadu']", "rule": "str", "row": "NotRequired[Literal['front', 'middle', 'back']]", "category": "NotRequired[Literal['high_card', 'pair', 'two_pair', 'three_of_a_kind', 'straight', 'flush', 'paired_flush', 'full_house', 'four_of_a_kind', 'straight_flush', 'five_of_a_kind']]", "natural": "NotRequired[str]", "multiplier": "NotRequired[int]", "set_by": "NotRequired[str]", "foul": "NotRequired[bool]", "text": "NotRequired[str]"})
ToldNotice = TypedDict("ToldNotice", {"code": "str", "player": "str", "natural": "NotRequired[str]", "text": "NotRequired[str]"})
ToldResult = TypedDict("ToldResult", {"ref": "NotRequired[str]", "played_at": "NotRequired[str]", "ruleset": "str", "ruleset_version": "int", "ruleset_digest": "str", "options": "dict[str, Any]", "hands": "list[HandResult]", "lines": "list[ToldLine]", "totals": "list[TotalResult]", "money": "NotRequired[list[MoneyResult]]", "notices": "list[ToldNotice]", "basis": "Literal['cards', 'outcome']"})
TotalResult = TypedDict("TotalResult", {"player": "str", "won": "int", "lost": "int", "net": "int"})
Transfer = TypedDict("Transfer", {"from": "str", "to": "str", "amount": "str"})
ValueSaid = TypedDict("ValueSaid", {"key": "str", "value": "Any", "unit": "NotRequired[str]", "rank": "NotRequired[int]", "source": "NotRequired[SourceSaid]", "decision": "NotRequired[dict[str, str]]"})
Void = TypedDict("Void", {"reason": "str", "against": "str"})
Voided = TypedDict("Voided", {"entry": "EntryRef", "game": "int"})
Withdrawal = TypedDict("Withdrawal", {"by": "str"})

class Settle(Caller):
    """The service at an address, called with a key."""

    def score(self, body: Round, *, lang: str | None = None) -> Result:
        """Score a round. Nothing is stored."""
        answer: Result = self.call("POST", "/v1/score", {"lang": lang}, body=body)
        return answer

    def explain(self, body: Round, *, lang: str | None = None) -> Explained:
        """Score a round, with a text on every line that says why."""
        answer: Explained = self.call("POST", "/v1/explain", {"lang": lang}, body=body)
        return answer

    def compare(self, body: Compare, *, lang: str | None = None) -> Comparison:
        """Score a round under two or more agreements, and say where they differ."""
        answer: Comparison = self.call("POST", "/v1/compare", {"lang": lang}, body=body)
        return answer

    def compare_session(self, session: str, body: CompareSession, *, lang: str | None = None) -> SessionComparison:
        """What a session would have come to under other agreements; nothing is stored."""
        answer: SessionComparison = self.call("POST", f"/v1/sessions/{part(session)}/compare", {"lang": lang}, body=body)
        return answer

    def list_rulesets(self, *, lang: str | None = None) -> Rulesets:
        """Every ruleset: those that are shipped, and those that tables have brought."""
        answer: Rulesets = self.call("GET", "/v1/rulesets", {"lang": lang})
        return answer

    def add_ruleset(self, body: Ruleset, *, lang: str | None = None) -> RulesetKept:
        """Keep a table's own ruleset, for ever: the same version cannot say something else."""
        answer: RulesetKept = self.call("POST", "/v1/rulesets", {"lang": lang}, body=body)
        return answer

    def get_ruleset(self, name: str, *, lang: str | None = None) -> RulesetAnswer:
        """A ruleset: every value with its source, every option, its whole text."""
        answer: RulesetAnswer = self.call("GET", f"/v1/rulesets/{part(name)}", {"lang": lang})
        return answer

    def open_session(self, body: OpenSession, *, key: str | None = None, lang: str | None = None) -> SessionAnswer:
        """Open a session; with `same_as` the same table again."""
        answer: SessionAnswer = self.call("POST", "/v1/sessions", {"lang": lang}, body=body, key=key)
        return answer

    def list_sessions(self, *, cursor: int | None = None, limit: int | None = None, lang: str | None = None) -> SessionsPage:
        """The sessions, page by page, in the order of their opening."""
        answer: SessionsPage = self.call("GET", "/v1/sessions", {"cursor": cursor, "limit": limit, "lang": lang})
        return answer

    def get_session(self, session: str, *, at_seq: int | None = None, lang: str | None = None) -> SessionAnswer:
        """Where a session stands, or stood after one of its entries; what is `missing`."""
        answer: SessionAnswer = self.call("GET", f"/v1/sessions/{part(session)}", {"at_seq": at_seq, "lang": lang})
        return answer

    def name_player(self, session: str, body: PlayerName, *, key: str | None = None, lang: str | None = None) -> Renamed:
        """Call a player something else, or nothing."""
        answer: Renamed = self.call("POST", f"/v1/sessions/{part(session)}/names", {"lang": lang}, body=body, key=key)
        return answer

    def close_session(self, session: str, body: Close, *, key: str | None = None, lang: str | None = None) -> Closed:
        """End a session, early or after its last game; corrections stay possible."""
        answer: Closed = self.call("POST", f"/v1/sessions/{part(session)}/close", {"lang": lang}, body=body, key=key)
        return answer

    def get_ledger(self, session: str, *, after_seq: int | None = None, limit: int | None = None, lang: str | None = None) -> LedgerPage:
        """The entries of a session after one of them: how an app catches up."""
        answer: LedgerPage = self.call("GET", f"/v1/sessions/{part(session)}/ledger", {"after_seq": after_seq, "limit": limit, "lang": lang})
        return answer

    def get_sheet(self, session: str, *, format: Literal['text', 'csv', 'svg'] | None = None, lang: str | None = None) -> str:
        """The score sheet of a session, to be printed and shared; its checkpoint below."""
        answer: str = self.call("GET", f"/v1/sessions/{part(session)}/sheet", {"format": format, "lang": lang})
        return answer

    def record_round(self, session: str, body: Recorded, *, key: str | None = None, lang: str | None = None) -> RecordedAnswer:
        """Record a game. It names its `game`, or has an Idempotency-Key."""
        answer: RecordedAnswer = self.call("POST", f"/v1/sessions/{part(session)}/rounds", {"lang": lang}, body=body, key=key)
        return answer

    def list_rounds(self, session: str, *, lang: str | None = None) -> Rounds:
        """What stands for each game, and which games are missing."""
        answer: Rounds = self.call("GET", f"/v1/sessions/{part(session)}/rounds", {"lang": lang})
        return answer

    def record_rounds(self, session: str, body: Batch, *, key: str | None = None, lang: str | None = None) -> BatchAnswers:
        """Record up to 200 games in any order, each stored or refused by itself."""
        answer: BatchAnswers = self.call("POST", f"/v1/sessions/{part(session)}/rounds:batch", {"lang": lang}, body=body, key=key)
        return answer

    def get_round(self, session: str, game: int, *, lang: str | None = None) -> GameAnswer:
        """What stands for a game, and its history; with `lang` in words."""
        answer: GameAnswer = self.call("GET", f"/v1/sessions/{part(session)}/rounds/{part(game)}", {"lang": lang})
        return answer

    def correct_round(self, session: str, game: int, body: Correction, *, key: str | None = None, lang: str | None = None) -> RecordedAnswer:
        """Record a game otherwise than it stands, against the entry that was seen."""
        answer: RecordedAnswer = self.call("POST", f"/v1/sessions/{part(session)}/rounds/{part(game)}/corrections", {"lang": lang}, body=body, key=key)
        return answer

    def void_round(self, session: str, game: int, body: Void, *, key: str | None = None, lang: str | None = None) -> Voided:
        """Strike a game, against the entry that was seen."""
        answer: Voided = self.call("POST", f"/v1/sessions/{part(session)}/rounds/{part(game)}/void", {"lang": lang}, body=body, key=key)
        return answer

    def undo_round(self, session: str, body: Void, *, key: str | None = None, lang: str | None = None) -> Voided:
        """Strike the game that was recorded last."""
        answer: Voided = self.call("POST", f"/v1/sessions/{part(session)}/undo", {"lang": lang}, body=body, key=key)
        return answer

    def change_table(self, session: str, body: Table, *, key: str | None = None, lang: str | None = None) -> TableChanged:
        """Change who sits there, the rules or the stake, from a game on."""
        answer: TableChanged = self.call("POST", f"/v1/sessions/{part(session)}/table", {"lang": lang}, body=body, key=key)
        return answer

    def confirm(self, session: str, body: Confirmation, *, key: str | None = None, lang: str | None = None) -> Confirmed:
        """A player agrees to the opening, a change of the table, or how a game stands."""
        answer: Confirmed = self.call("POST", f"/v1/sessions/{part(session)}/confirmations", {"lang": lang}, body=body, key=key)
        return answer

    def dispute_round(self, session: str, game: int, body: Dispute, *, key: str | None = None, lang: str | None = None) -> Disputed:
        """Contest a game: it is held until the dispute is over."""
        answer: Disputed = self.call("POST", f"/v1/sessions/{part(session)}/rounds/{part(game)}/disputes", {"lang": lang}, body=body, key=key)
        return answer

    def list_disputes(self, session: str, *, lang: str | None = None) -> DisputeList:
        """Every dispute of a session, and what is held."""
        answer: DisputeList = self.call("GET", f"/v1/sessions/{part(session)}/disputes", {"lang": lang})
        return answer

    def consent_to_ruling(self, session: str, dispute: str, body: Consent, *, key: str | None = None, lang: str | None = None) -> DisputeSaid:
        """Agree to have a dispute ruled, to one outcome or to either."""
        answer: DisputeSaid = self.call("POST", f"/v1/sessions/{part(session)}/disputes/{part(dispute)}/consent", {"lang": lang}, body=body, key=key)
        return answer

    def withdraw_dispute(self, session: str, dispute: str, body: Withdrawal, *, key: str | None = None, lang: str | None = None) -> DisputeSaid:
        """Take a dispute back."""
        answer: DisputeSaid = self.call("POST", f"/v1/sessions/{part(session)}/disputes/{part(dispute)}/withdrawal", {"lang": lang}, body=body, key=key)
        return answer

    def resolve_dispute(self, session: str, dispute: str, body: Resolution, *, key: str | None = None, lang: str | None = None) -> Resolved:
        """Rule a dispute: a correction, in the same transaction, or a dismissal."""
        answer: Resolved = self.call("POST", f"/v1/sessions/{part(session)}/disputes/{part(dispute)}/resolution", {"lang": lang}, body=body, key=key)
        return answer

    def get_settlement(self, session: str, *, mode: str | None = None, player: str | None = None, lang: str | None = None) -> SettlementAnswer:
        """Who pays whom, as the session stands."""
        answer: SettlementAnswer = self.call("GET", f"/v1/sessions/{part(session)}/settlement", {"mode": mode, "player": player, "lang": lang})
        return answer

    def settle(self, session: str, body: Settlement, *, key: str | None = None, lang: str | None = None) -> SettlementMadeAnswer:
        """Settle what is not settled yet: from now on it is owed as it says."""
        answer: SettlementMadeAnswer = self.call("POST", f"/v1/sessions/{part(session)}/settlements", {"lang": lang}, body=body, key=key)
        return answer

    def reverse_settlement(self, session: str, seq: int, body: Reversal, *, key: str | None = None, lang: str | None = None) -> SettlementReversedAnswer:
        """A settlement was none."""
        answer: SettlementReversedAnswer = self.call("POST", f"/v1/sessions/{part(session)}/settlements/{part(seq)}/reversal", {"lang": lang}, body=body, key=key)
        return answer

    def pay(self, session: str, body: Payment, *, key: str | None = None, lang: str | None = None) -> PaymentAnswer:
        """Money went from one to another."""
        answer: PaymentAnswer = self.call("POST", f"/v1/sessions/{part(session)}/payments", {"lang": lang}, body=body, key=key)
        return answer

    def reverse_payment(self, session: str, seq: int, body: Reversal, *, key: str | None = None, lang: str | None = None) -> PaymentReversedAnswer:
        """A payment was none."""
        answer: PaymentReversedAnswer = self.call("POST", f"/v1/sessions/{part(session)}/payments/{part(seq)}/reversal", {"lang": lang}, body=body, key=key)
        return answer

    def penalize(self, session: str, body: Penalty, *, key: str | None = None, lang: str | None = None) -> PenaltyAnswer:
        """Somebody owes another one, or a fund, for a fault of play."""
        answer: PenaltyAnswer = self.call("POST", f"/v1/sessions/{part(session)}/penalties", {"lang": lang}, body=body, key=key)
        return answer

    def share_cost(self, session: str, body: SharedCost, *, key: str | None = None, lang: str | None = None) -> SharedCostAnswer:
        """Several share what somebody paid, or what they owe a fund."""
        answer: SharedCostAnswer = self.call("POST", f"/v1/sessions/{part(session)}/shared-costs", {"lang": lang}, body=body, key=key)
        return answer

    def import_result(self, session: str, body: ImportedResult, *, key: str | None = None, lang: str | None = None) -> ImportedResultAnswer:
        """Take along the points of an earlier evening, paid by the stake of the opening."""
        answer: ImportedResultAnswer = self.call("POST", f"/v1/sessions/{part(session)}/imported-results", {"lang": lang}, body=body, key=key)
        return answer

    def make_group(self, body: Group, *, key: str | None = None, lang: str | None = None) -> GroupAnswer:
        """Make a group of people who play together."""
        answer: GroupAnswer = self.call("POST", "/v1/groups", {"lang": lang}, body=body, key=key)
        return answer

    def list_groups(self, *, cursor: int | None = None, limit: int | None = None, lang: str | None = None) -> GroupsPage:
        """The groups, page by page, in the order of their making."""
        answer: GroupsPage = self.call("GET", "/v1/groups", {"cursor": cursor, "limit": limit, "lang": lang})
        return answer

    def get_group(self, group: str, *, lang: str | None = None) -> GroupAnswer:
        """A group, its members and its sessions."""
        answer: GroupAnswer = self.call("GET", f"/v1/groups/{part(group)}", {"lang": lang})
        return answer

    def name_group(self, group: str, body: GroupName, *, key: str | None = None, lang: str | None = None) -> GroupAnswer:
        """Call a group something else."""
        answer: GroupAnswer = self.call("POST", f"/v1/groups/{part(group)}/name", {"lang": lang}, body=body, key=key)
        return answer

    def add_member(self, group: str, body: Member, *, key: str | None = None, lang: str | None = None) -> MemberAnswer:
        """Somebody joins."""
        answer: MemberAnswer = self.call("POST", f"/v1/groups/{part(group)}/members", {"lang": lang}, body=body, key=key)
        return answer

    def name_member(self, group: str, member: str, body: MemberName, *, key: str | None = None, lang: str | None = None) -> MemberAnswer:
        """Call a member something else, in the sessions of the group too."""
        answer: MemberAnswer = self.call("POST", f"/v1/groups/{part(group)}/members/{part(member)}/name", {"lang": lang}, body=body, key=key)
        return answer

    def erase_member(self, group: str, member: str, *, key: str | None = None, lang: str | None = None) -> MemberAnswer:
        """Forget what a member is called, here and in the sessions of the group."""
        answer: MemberAnswer = self.call("DELETE", f"/v1/groups/{part(group)}/members/{part(member)}/name", {"lang": lang}, key=key)
        return answer

    def get_standings(self, group: str, *, lang: str | None = None) -> Standings:
        """What everybody comes to over all sessions."""
        answer: Standings = self.call("GET", f"/v1/groups/{part(group)}/standings", {"lang": lang})
        return answer

    def get_group_settlement(self, group: str, *, mode: str | None = None, sessions: str | None = None, lang: str | None = None) -> GroupSettlement:
        """Who pays whom for several sessions at once."""
        answer: GroupSettlement = self.call("GET", f"/v1/groups/{part(group)}/settlement", {"mode": mode, "sessions": sessions, "lang": lang})
        return answer

    def settle_group(self, group: str, body: SettleGroup, *, key: str | None = None, lang: str | None = None) -> GroupSettlementMade:
        """Settle several sessions as one: in each or in none, paid in the last one."""
        answer: GroupSettlementMade = self.call("POST", f"/v1/groups/{part(group)}/settlements", {"lang": lang}, body=body, key=key)
        return answer

    def get_statement(self, group: str, member: str, *, year: str | None = None, lang: str | None = None) -> Statement:
        """What a member played, won, lost and paid, session by session."""
        answer: Statement = self.call("GET", f"/v1/groups/{part(group)}/members/{part(member)}/statement", {"year": year, "lang": lang})
        return answer

    def make_key(self, body: AccessKey, *, key: str | None = None, lang: str | None = None) -> MadeKeyAnswer:
        """Make a key, which only this answer shows."""
        answer: MadeKeyAnswer = self.call("POST", "/v1/keys", {"lang": lang}, body=body, key=key)
        return answer

    def list_keys(self, *, cursor: int | None = None, limit: int | None = None, lang: str | None = None) -> KeysPage:
        """The keys, page by page, in the order of their making."""
        answer: KeysPage = self.call("GET", "/v1/keys", {"cursor": cursor, "limit": limit, "lang": lang})
        return answer

    def get_key(self, key: str, *, lang: str | None = None) -> KeyAnswer:
        """A key as it stands; its ETag may be sent as If-Match to end it as it was read."""
        answer: KeyAnswer = self.call("GET", f"/v1/keys/{part(key)}", {"lang": lang})
        return answer

    def revoke_key(self, key: str, *, lang: str | None = None) -> KeyAnswer:
        """End a key, from the next call on; with an If-Match only as it was read."""
        answer: KeyAnswer = self.call("POST", f"/v1/keys/{part(key)}/revoke", {"lang": lang})
        return answer

    def make_link(self, session: str, body: Link, *, key: str | None = None, lang: str | None = None) -> MadeLinkAnswer:
        """Make a link that is turned into a key: once for a seat, by many to look on."""
        answer: MadeLinkAnswer = self.call("POST", f"/v1/sessions/{part(session)}/links", {"lang": lang}, body=body, key=key)
        return answer

    def list_links(self, session: str, *, lang: str | None = None) -> LinksAnswer:
        """The links of a session."""
        answer: LinksAnswer = self.call("GET", f"/v1/sessions/{part(session)}/links", {"lang": lang})
        return answer

    def revoke_link(self, session: str, link: str, *, lang: str | None = None) -> LinkAnswer:
        """End a link, and the keys that came of it."""
        answer: LinkAnswer = self.call("POST", f"/v1/sessions/{part(session)}/links/{part(link)}/revoke", {"lang": lang})
        return answer

    def take_seat(self, session: str, body: Seat, *, lang: str | None = None) -> SeatAnswer:
        """Speak for a seat from now on, with the key that asks."""
        answer: SeatAnswer = self.call("POST", f"/v1/sessions/{part(session)}/seat", {"lang": lang}, body=body)
        return answer

    def get_link(self, token: str, *, lang: str | None = None) -> LinkGives:
        """What a link gives; looking at it changes nothing."""
        answer: LinkGives = self.call("GET", f"/v1/join/{part(token)}", {"lang": lang})
        return answer

    def join(self, token: str, *, lang: str | None = None) -> MadeKeyAnswer:
        """Turn a link into a key, which only this answer shows."""
        answer: MadeKeyAnswer = self.call("POST", f"/v1/join/{part(token)}", {"lang": lang})
        return answer

    def get_checkpoint(self, session: str, *, lang: str | None = None) -> SessionCheckpoint:
        """Three lines to keep elsewhere; as text below how the session stands."""
        answer: SessionCheckpoint = self.call("GET", f"/v1/sessions/{part(session)}/checkpoint", {"lang": lang})
        return answer

    def get_book_checkpoint(self, *, lang: str | None = None) -> BookCheckpoint:
        """The checkpoint of the book, every session listed."""
        answer: BookCheckpoint = self.call("GET", "/v1/checkpoint", {"lang": lang})
        return answer

    def get_proof(self, session: str, *, entry: int | None = None, from_: int | None = None, size: int | None = None, lang: str | None = None) -> InclusionProof | ConsistencyProof:
        """That an entry is among the first `size`, or that the first `from` stayed."""
        answer: InclusionProof | ConsistencyProof = self.call("GET", f"/v1/sessions/{part(session)}/proof", {"entry": entry, "from": from_, "size": size, "lang": lang})
        return answer

    def audit(self, body: Audit, *, lang: str | None = None) -> AuditReport:
        """Compute every hash and score every game again."""
        answer: AuditReport = self.call("POST", "/v1/audit", {"lang": lang}, body=body)
        return answer

    def is_alive(self, *, lang: str | None = None) -> Alive:
        """The process answers; nothing else is asked."""
        answer: Alive = self.call("GET", "/livez", {"lang": lang})
        return answer

    def is_ready(self, *, lang: str | None = None) -> Ready:
        """The book opens, its migrations are current, its guards stand; and what runs."""
        answer: Ready = self.call("GET", "/readyz", {"lang": lang})
        return answer

    def get_metrics(self, *, lang: str | None = None) -> str:
        """Numbers for a monitor, in the text form of Prometheus."""
        answer: str = self.call("GET", "/metrics", {"lang": lang})
        return answer

    def get_openapi(self, *, lang: str | None = None) -> dict[str, Any]:
        """This document."""
        answer: dict[str, Any] = self.call("GET", "/openapi.json", {"lang": lang})
        return answer

    def get_docs(self, *, lang: str | None = None) -> str:
        """This document as a page."""
        answer: str = self.call("GET", "/docs", {"lang": lang})
        return answer
