BEGIN TRANSACTION;
CREATE TABLE access_key (
  id TEXT NOT NULL PRIMARY KEY,
  made INTEGER NOT NULL UNIQUE CHECK (made >= 1),
  secret_sha256 TEXT NOT NULL UNIQUE CHECK (length(secret_sha256) = 64),
  scope TEXT NOT NULL CHECK (scope IN ('admin', 'create', 'session')),
  label TEXT NOT NULL,
  made_at TEXT NOT NULL,
  made_by TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  request_key TEXT,
  request_sha256 TEXT,
  UNIQUE (made_by, request_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE access_link (
  id TEXT NOT NULL PRIMARY KEY,
  made INTEGER NOT NULL UNIQUE CHECK (made >= 1),
  token_sha256 TEXT NOT NULL UNIQUE CHECK (length(token_sha256) = 64),
  session TEXT REFERENCES session (id),
  role TEXT NOT NULL CHECK (role IN ('host', 'scorer', 'player', 'viewer')),
  player TEXT,
  made_at TEXT NOT NULL,
  made_by TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  uses_left INTEGER NOT NULL CHECK (uses_left >= 0),
  revoked_at TEXT,
  request_key TEXT,
  request_sha256 TEXT,
  UNIQUE (made_by, session, request_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE answer (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  request_sha256 TEXT NOT NULL,
  session TEXT NOT NULL,
  seq INTEGER NOT NULL,
  status INTEGER NOT NULL CHECK (status BETWEEN 200 AND 599),
  PRIMARY KEY (scope, key),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "answer" VALUES('','open-first','769ae72fe9b9fad0dd7135c53ba889bd942fcd4a3f56dbb7d6122e44046d9478','first',1,201);
INSERT INTO "answer" VALUES('first','game-1','3496635d28bb6c1a9509cffe1a977eb27129797ced7f1c22098ae08f0974a167','first',2,201);
INSERT INTO "answer" VALUES('first','game-2','ceeb5eeaa95c785cbd53f2bb63774fff2b0f7c79d6b3bc42d44bfc35c953abf0','first',3,201);
INSERT INTO "answer" VALUES('first','game-3','35702ae21190f5f53728005f96206e3823721abaf811840b3e46d9892abc879c','first',4,201);
INSERT INTO "answer" VALUES('friday','late','26238a5ce8bbda7fd3e83235236a2d48aea53fdc0c313b315749f53820846632','friday',3,201);
INSERT INTO "answer" VALUES('friday','paid','cf811f4b4ca44383a9dbba10442278aac8055211b529904587b86673a5dedc57','friday',4,201);
CREATE TABLE book (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 16 AND id NOT GLOB '*[^0-9a-f]*')
) STRICT;
INSERT INTO "book" VALUES('0123456789abcdef');
CREATE TABLE circle (
  id TEXT NOT NULL PRIMARY KEY,
  made INTEGER NOT NULL UNIQUE CHECK (made >= 1),
  name TEXT,
  request_sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "circle" VALUES('friends',1,'牌咖','6d963e2ca395c24d8c9a5cc725f5c17d38ff9a6ab809308b1d7b76456ef8f606');
CREATE TABLE confirmation (
  session TEXT NOT NULL,
  entry TEXT NOT NULL,
  player TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (session, entry, player),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "confirmation" VALUES('argued','sha256:259dca395c5753c66c060552876ca9bb643399049b61109c28a419c7cd086e74','amy',5);
CREATE TABLE dispute (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  game INTEGER NOT NULL CHECK (game >= 1),
  state TEXT NOT NULL,
  consents TEXT NOT NULL,
  PRIMARY KEY (session, id),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "dispute" VALUES('argued','d1',6,1,'open','[["amy",null]]');
INSERT INTO "dispute" VALUES('argued','d2',7,2,'withdrawn','[]');
CREATE TABLE entry (
  session TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  kind TEXT NOT NULL,
  game INTEGER CHECK (game >= 1),
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 71),
  prev_hash TEXT NOT NULL CHECK (length(prev_hash) = 71),
  line TEXT NOT NULL,
  PRIMARY KEY (session, seq),
  UNIQUE (session, prev_hash)
) STRICT;
INSERT INTO "entry" VALUES('first',1,'session_opened',NULL,'sha256:78c2d651f06eef98b2f5036e7451bf3e7e10fd60aab854dc87f6afe0240c564e','sha256:0000000000000000000000000000000000000000000000000000000000000000','{"at":"2026-11-30T21:00:00.000+08:00","body":{"agreement":{"language":"en","lines":["Taiwan, scoops only (tw-scoop-only@1)","Agreed: everything as usual","Stake: 100 TWD for 1 scoop"]},"banker_order":"manual","games":16,"options":{"dragon_multiplier":10,"gadu_units":{"back.four_of_a_kind":1,"back.straight_flush":1,"front.three_of_a_kind":1,"middle.four_of_a_kind":1,"middle.straight_flush":1},"home_run_min_opponents":3,"home_run_multiplier":2,"middle_monster_multiplier":1,"natural_points":{"dragon":10,"dragon_suited":10},"tied_row_scoops":false},"players":["amy","bob","cat","dan"],"previous_session":null,"request":{"key":"open-first","sha256":"769ae72fe9b9fad0dd7135c53ba889bd942fcd4a3f56dbb7d6122e44046d9478"},"ruleset":"tw-scoop-only@1","ruleset_digest":"sha256:e6c147a2db0698263b5c7e3ecafef49a3dca5da895199f178aeb651235889afc","stake":{"amount":"100","currency":"TWD"}},"by":"host","hash":"sha256:78c2d651f06eef98b2f5036e7451bf3e7e10fd60aab854dc87f6afe0240c564e","kind":"session_opened","prev_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","seq":1,"session":"first"}');
INSERT INTO "entry" VALUES('first',2,'game_recorded',1,'sha256:b830ea6b440f6d6db192736a73e205b2e241688c436e798665bbe798ac4abf40','sha256:78c2d651f06eef98b2f5036e7451bf3e7e10fd60aab854dc87f6afe0240c564e','{"at":"2026-11-30T21:00:01.000+08:00","body":{"basis":"outcome","lines":[{"payee":"amy","payer":"dan","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"request":{"key":"game-1","sha256":"3496635d28bb6c1a9509cffe1a977eb27129797ced7f1c22098ae08f0974a167"},"round":{"outcome":{"duels":[{"players":["amy","dan"],"scoop":"amy"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":0,"net":1,"player":"amy","won":1},{"lost":0,"net":0,"player":"bob","won":0},{"lost":0,"net":0,"player":"cat","won":0},{"lost":1,"net":-1,"player":"dan","won":0}]},"by":"host","game":1,"hash":"sha256:b830ea6b440f6d6db192736a73e205b2e241688c436e798665bbe798ac4abf40","kind":"game_recorded","prev_hash":"sha256:78c2d651f06eef98b2f5036e7451bf3e7e10fd60aab854dc87f6afe0240c564e","seq":2,"session":"first"}');
INSERT INTO "entry" VALUES('first',3,'game_recorded',2,'sha256:6a71a0863c2648e840fac771f5e1293c700fc285e889649396f4798e2faad59f','sha256:b830ea6b440f6d6db192736a73e205b2e241688c436e798665bbe798ac4abf40','{"at":"2026-11-30T21:00:02.000+08:00","body":{"basis":"outcome","lines":[{"payee":"bob","payer":"cat","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"request":{"key":"game-2","sha256":"ceeb5eeaa95c785cbd53f2bb63774fff2b0f7c79d6b3bc42d44bfc35c953abf0"},"round":{"outcome":{"duels":[{"players":["bob","cat"],"scoop":"bob"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":0,"net":0,"player":"amy","won":0},{"lost":0,"net":1,"player":"bob","won":1},{"lost":1,"net":-1,"player":"cat","won":0},{"lost":0,"net":0,"player":"dan","won":0}]},"by":"host","game":2,"hash":"sha256:6a71a0863c2648e840fac771f5e1293c700fc285e889649396f4798e2faad59f","kind":"game_recorded","prev_hash":"sha256:b830ea6b440f6d6db192736a73e205b2e241688c436e798665bbe798ac4abf40","seq":3,"session":"first"}');
INSERT INTO "entry" VALUES('first',4,'game_recorded',3,'sha256:99cd24f1d084c50204adfbe25a76efd809b335a2b7aab72fe7ed025eb0634fe9','sha256:6a71a0863c2648e840fac771f5e1293c700fc285e889649396f4798e2faad59f','{"at":"2026-11-30T21:00:03.000+08:00","body":{"basis":"outcome","lines":[{"payee":"cat","payer":"amy","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"request":{"key":"game-3","sha256":"35702ae21190f5f53728005f96206e3823721abaf811840b3e46d9892abc879c"},"round":{"outcome":{"duels":[{"players":["amy","cat"],"scoop":"cat"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":1,"net":-1,"player":"amy","won":0},{"lost":0,"net":0,"player":"bob","won":0},{"lost":0,"net":1,"player":"cat","won":1},{"lost":0,"net":0,"player":"dan","won":0}]},"by":"host","game":3,"hash":"sha256:99cd24f1d084c50204adfbe25a76efd809b335a2b7aab72fe7ed025eb0634fe9","kind":"game_recorded","prev_hash":"sha256:6a71a0863c2648e840fac771f5e1293c700fc285e889649396f4798e2faad59f","seq":4,"session":"first"}');
INSERT INTO "entry" VALUES('first',5,'game_corrected',2,'sha256:6ca7f47f38954e283454caa32a77e373e1367941630642842605691b2b2251c4','sha256:99cd24f1d084c50204adfbe25a76efd809b335a2b7aab72fe7ed025eb0634fe9','{"at":"2026-11-30T21:00:04.000+08:00","body":{"against":"sha256:6a71a0863c2648e840fac771f5e1293c700fc285e889649396f4798e2faad59f","basis":"outcome","before":[{"lost":0,"net":0,"player":"amy","won":0},{"lost":0,"net":1,"player":"bob","won":1},{"lost":1,"net":-1,"player":"cat","won":0},{"lost":0,"net":0,"player":"dan","won":0}],"lines":[{"payee":"bob","payer":"cat","points":1,"reason":"scoop","rule":"scoop.points"},{"payee":"bob","payer":"dan","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"reason":"one more","round":{"outcome":{"duels":[{"players":["bob","cat"],"scoop":"bob"},{"players":["bob","dan"],"scoop":"bob"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":0,"net":0,"player":"amy","won":0},{"lost":0,"net":2,"player":"bob","won":2},{"lost":1,"net":-1,"player":"cat","won":0},{"lost":1,"net":-1,"player":"dan","won":0}]},"by":"host","game":2,"hash":"sha256:6ca7f47f38954e283454caa32a77e373e1367941630642842605691b2b2251c4","kind":"game_corrected","prev_hash":"sha256:99cd24f1d084c50204adfbe25a76efd809b335a2b7aab72fe7ed025eb0634fe9","seq":5,"session":"first"}');
INSERT INTO "entry" VALUES('first',6,'game_voided',3,'sha256:45c32f385d97be78961e46810c8577c6d43545492e05c070b59e734bc8ede7c2','sha256:6ca7f47f38954e283454caa32a77e373e1367941630642842605691b2b2251c4','{"at":"2026-11-30T21:00:05.000+08:00","body":{"against":"sha256:99cd24f1d084c50204adfbe25a76efd809b335a2b7aab72fe7ed025eb0634fe9","reason":"dealt wrong"},"by":"host","game":3,"hash":"sha256:45c32f385d97be78961e46810c8577c6d43545492e05c070b59e734bc8ede7c2","kind":"game_voided","prev_hash":"sha256:6ca7f47f38954e283454caa32a77e373e1367941630642842605691b2b2251c4","seq":6,"session":"first"}');
INSERT INTO "entry" VALUES('second',1,'session_opened',NULL,'sha256:df6d6d06b3000b3b4c68912364975c3fffe5344e982da246ff40a910655f2c6e','sha256:0000000000000000000000000000000000000000000000000000000000000000','{"at":"2026-11-30T21:00:06.000+08:00","body":{"agreement":{"language":"en","lines":["Taiwan, scoops only (tw-scoop-only@1)","Agreed: everything as usual","Stake: 100 TWD for 1 scoop"]},"banker_order":"manual","games":2,"options":{"dragon_multiplier":10,"gadu_units":{"back.four_of_a_kind":1,"back.straight_flush":1,"front.three_of_a_kind":1,"middle.four_of_a_kind":1,"middle.straight_flush":1},"home_run_min_opponents":3,"home_run_multiplier":2,"middle_monster_multiplier":1,"natural_points":{"dragon":10,"dragon_suited":10},"tied_row_scoops":false},"players":["amy","bob","cat","dan"],"previous_session":{"hash":"sha256:78c2d651f06eef98b2f5036e7451bf3e7e10fd60aab854dc87f6afe0240c564e","id":"first"},"request":{"sha256":"c84432ea3d65c43e8ab9e183f14178e05b3df3589d1f70d200e6e437de649e7f"},"ruleset":"tw-scoop-only@1","ruleset_digest":"sha256:e6c147a2db0698263b5c7e3ecafef49a3dca5da895199f178aeb651235889afc","stake":{"amount":"100","currency":"TWD"},"title":"Second"},"by":"host","hash":"sha256:df6d6d06b3000b3b4c68912364975c3fffe5344e982da246ff40a910655f2c6e","kind":"session_opened","prev_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","seq":1,"session":"second"}');
INSERT INTO "entry" VALUES('second',2,'game_recorded',1,'sha256:67c711bebf8db6ba553b9abecc01161b52845053d98a66e98cf2904b9ca1e118','sha256:df6d6d06b3000b3b4c68912364975c3fffe5344e982da246ff40a910655f2c6e','{"at":"2026-11-30T21:00:07.000+08:00","body":{"basis":"outcome","lines":[{"payee":"dan","payer":"amy","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"round":{"outcome":{"duels":[{"players":["amy","dan"],"scoop":"dan"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":1,"net":-1,"player":"amy","won":0},{"lost":0,"net":0,"player":"bob","won":0},{"lost":0,"net":0,"player":"cat","won":0},{"lost":0,"net":1,"player":"dan","won":1}]},"by":"host","game":1,"hash":"sha256:67c711bebf8db6ba553b9abecc01161b52845053d98a66e98cf2904b9ca1e118","kind":"game_recorded","prev_hash":"sha256:df6d6d06b3000b3b4c68912364975c3fffe5344e982da246ff40a910655f2c6e","seq":2,"session":"second"}');
INSERT INTO "entry" VALUES('second',3,'game_recorded',2,'sha256:2e81e378eb1b270067f27ca077e23328c86a8b3c120d98b528d5f99caa327f64','sha256:67c711bebf8db6ba553b9abecc01161b52845053d98a66e98cf2904b9ca1e118','{"at":"2026-11-30T21:00:08.000+08:00","body":{"basis":"outcome","lines":[],"notices":[],"round":{"outcome":{"duels":[],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":0,"net":0,"player":"amy","won":0},{"lost":0,"net":0,"player":"bob","won":0},{"lost":0,"net":0,"player":"cat","won":0},{"lost":0,"net":0,"player":"dan","won":0}]},"by":"host","game":2,"hash":"sha256:2e81e378eb1b270067f27ca077e23328c86a8b3c120d98b528d5f99caa327f64","kind":"game_recorded","prev_hash":"sha256:67c711bebf8db6ba553b9abecc01161b52845053d98a66e98cf2904b9ca1e118","seq":3,"session":"second"}');
INSERT INTO "entry" VALUES('second',4,'session_closed',NULL,'sha256:1e00a15ae4ac77121ad1db9b142a7c5ab4a1c7c098f8f27d0c90f66ccc9a9d9a','sha256:2e81e378eb1b270067f27ca077e23328c86a8b3c120d98b528d5f99caa327f64','{"at":"2026-11-30T21:00:09.000+08:00","body":{"ended":"complete","missing":[],"totals":[{"net":-1,"player":"amy"},{"net":0,"player":"bob"},{"net":0,"player":"cat"},{"net":1,"player":"dan"}]},"by":"host","hash":"sha256:1e00a15ae4ac77121ad1db9b142a7c5ab4a1c7c098f8f27d0c90f66ccc9a9d9a","kind":"session_closed","prev_hash":"sha256:2e81e378eb1b270067f27ca077e23328c86a8b3c120d98b528d5f99caa327f64","seq":4,"session":"second"}');
INSERT INTO "entry" VALUES('argued',1,'session_opened',NULL,'sha256:0321b2d417ec59ab04e811c809ddae40fc2ba37e2e3aa0307e9dfb6273158db4','sha256:0000000000000000000000000000000000000000000000000000000000000000','{"at":"2026-11-30T21:00:10.000+08:00","body":{"agreement":{"language":"en","lines":["Taiwan, scoops only (tw-scoop-only@1)","Agreed: everything as usual","Stake: 100 TWD for 1 scoop"]},"banker_order":"manual","games":16,"options":{"dragon_multiplier":10,"gadu_units":{"back.four_of_a_kind":1,"back.straight_flush":1,"front.three_of_a_kind":1,"middle.four_of_a_kind":1,"middle.straight_flush":1},"home_run_min_opponents":3,"home_run_multiplier":2,"middle_monster_multiplier":1,"natural_points":{"dragon":10,"dragon_suited":10},"tied_row_scoops":false},"players":["amy","bob","cat","dan"],"previous_session":{"hash":"sha256:df6d6d06b3000b3b4c68912364975c3fffe5344e982da246ff40a910655f2c6e","id":"second"},"request":{"sha256":"e817414c72cfaba0ff4dddc76a9c14917aaee4fa7d5e8e28dc070797405c7a69"},"ruleset":"tw-scoop-only@1","ruleset_digest":"sha256:e6c147a2db0698263b5c7e3ecafef49a3dca5da895199f178aeb651235889afc","stake":{"amount":"100","currency":"TWD"}},"by":"host","hash":"sha256:0321b2d417ec59ab04e811c809ddae40fc2ba37e2e3aa0307e9dfb6273158db4","kind":"session_opened","prev_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","seq":1,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',2,'game_recorded',1,'sha256:259dca395c5753c66c060552876ca9bb643399049b61109c28a419c7cd086e74','sha256:0321b2d417ec59ab04e811c809ddae40fc2ba37e2e3aa0307e9dfb6273158db4','{"at":"2026-11-30T21:00:11.000+08:00","body":{"basis":"outcome","lines":[{"payee":"amy","payer":"dan","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"round":{"outcome":{"duels":[{"players":["amy","dan"],"scoop":"amy"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":0,"net":1,"player":"amy","won":1},{"lost":0,"net":0,"player":"bob","won":0},{"lost":0,"net":0,"player":"cat","won":0},{"lost":1,"net":-1,"player":"dan","won":0}]},"by":"host","game":1,"hash":"sha256:259dca395c5753c66c060552876ca9bb643399049b61109c28a419c7cd086e74","kind":"game_recorded","prev_hash":"sha256:0321b2d417ec59ab04e811c809ddae40fc2ba37e2e3aa0307e9dfb6273158db4","seq":2,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',3,'game_recorded',2,'sha256:ac905c525b4113082a34bc19d8061385209ad291cfff46d1e6e33f200d28a7ea','sha256:259dca395c5753c66c060552876ca9bb643399049b61109c28a419c7cd086e74','{"at":"2026-11-30T21:00:12.000+08:00","body":{"basis":"outcome","lines":[{"payee":"amy","payer":"dan","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"round":{"outcome":{"duels":[{"players":["amy","dan"],"scoop":"amy"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":0,"net":1,"player":"amy","won":1},{"lost":0,"net":0,"player":"bob","won":0},{"lost":0,"net":0,"player":"cat","won":0},{"lost":1,"net":-1,"player":"dan","won":0}]},"by":"host","game":2,"hash":"sha256:ac905c525b4113082a34bc19d8061385209ad291cfff46d1e6e33f200d28a7ea","kind":"game_recorded","prev_hash":"sha256:259dca395c5753c66c060552876ca9bb643399049b61109c28a419c7cd086e74","seq":3,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',4,'game_recorded',3,'sha256:59d8032e430ff2d2a52627e4f18ebca5d87582ecf62fb55a169b0a416dd9a36e','sha256:ac905c525b4113082a34bc19d8061385209ad291cfff46d1e6e33f200d28a7ea','{"at":"2026-11-30T21:00:13.000+08:00","body":{"basis":"outcome","lines":[{"payee":"amy","payer":"dan","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"round":{"outcome":{"duels":[{"players":["amy","dan"],"scoop":"amy"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":0,"net":1,"player":"amy","won":1},{"lost":0,"net":0,"player":"bob","won":0},{"lost":0,"net":0,"player":"cat","won":0},{"lost":1,"net":-1,"player":"dan","won":0}]},"by":"host","game":3,"hash":"sha256:59d8032e430ff2d2a52627e4f18ebca5d87582ecf62fb55a169b0a416dd9a36e","kind":"game_recorded","prev_hash":"sha256:ac905c525b4113082a34bc19d8061385209ad291cfff46d1e6e33f200d28a7ea","seq":4,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',5,'confirmed',1,'sha256:a332a8b71d9a22e325f0941fb5a6dc15db4fcef7bd9fb0e8d629f854673b0442','sha256:59d8032e430ff2d2a52627e4f18ebca5d87582ecf62fb55a169b0a416dd9a36e','{"at":"2026-11-30T21:00:14.000+08:00","body":{"of":"sha256:259dca395c5753c66c060552876ca9bb643399049b61109c28a419c7cd086e74","player":"amy"},"by":"host","game":1,"hash":"sha256:a332a8b71d9a22e325f0941fb5a6dc15db4fcef7bd9fb0e8d629f854673b0442","kind":"confirmed","prev_hash":"sha256:59d8032e430ff2d2a52627e4f18ebca5d87582ecf62fb55a169b0a416dd9a36e","seq":5,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',6,'dispute_opened',1,'sha256:d2977fe43135927e19be83a255d07ec9bed779fe6c66fb35da05cf67f1ed3a0b','sha256:a332a8b71d9a22e325f0941fb5a6dc15db4fcef7bd9fb0e8d629f854673b0442','{"at":"2026-11-30T21:00:15.000+08:00","body":{"by":"player:dan","claim":{"totals":[{"net":0,"player":"amy"},{"net":0,"player":"bob"},{"net":0,"player":"cat"},{"net":0,"player":"dan"}]},"evidence":[],"game":1,"id":"d1","late":false,"reason":"a tie"},"by":"host","game":1,"hash":"sha256:d2977fe43135927e19be83a255d07ec9bed779fe6c66fb35da05cf67f1ed3a0b","kind":"dispute_opened","prev_hash":"sha256:a332a8b71d9a22e325f0941fb5a6dc15db4fcef7bd9fb0e8d629f854673b0442","seq":6,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',7,'dispute_opened',2,'sha256:bdbdf1ebfc1028fae5eaefae800f502ac85e8f930cab7eb1c61c1006ca67e225','sha256:d2977fe43135927e19be83a255d07ec9bed779fe6c66fb35da05cf67f1ed3a0b','{"at":"2026-11-30T21:00:16.000+08:00","body":{"by":"player:dan","claim":{"totals":[{"net":0,"player":"amy"},{"net":0,"player":"bob"},{"net":0,"player":"cat"},{"net":0,"player":"dan"}]},"evidence":[],"game":2,"id":"d2","late":false,"reason":"a tie"},"by":"host","game":2,"hash":"sha256:bdbdf1ebfc1028fae5eaefae800f502ac85e8f930cab7eb1c61c1006ca67e225","kind":"dispute_opened","prev_hash":"sha256:d2977fe43135927e19be83a255d07ec9bed779fe6c66fb35da05cf67f1ed3a0b","seq":7,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',8,'dispute_consented',1,'sha256:9a861a2e27eb0307d263b7a6c3d41a6589d4cd47450aee23af8c488bab79fe1d','sha256:bdbdf1ebfc1028fae5eaefae800f502ac85e8f930cab7eb1c61c1006ca67e225','{"at":"2026-11-30T21:00:17.000+08:00","body":{"by":"player:amy","id":"d1"},"by":"host","game":1,"hash":"sha256:9a861a2e27eb0307d263b7a6c3d41a6589d4cd47450aee23af8c488bab79fe1d","kind":"dispute_consented","prev_hash":"sha256:bdbdf1ebfc1028fae5eaefae800f502ac85e8f930cab7eb1c61c1006ca67e225","seq":8,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',9,'dispute_withdrawn',2,'sha256:99a72f749bbb8f4d3e4f960ad5fc06d93c4177fdef177a6e67b6b98da61d8fd3','sha256:9a861a2e27eb0307d263b7a6c3d41a6589d4cd47450aee23af8c488bab79fe1d','{"at":"2026-11-30T21:00:18.000+08:00","body":{"by":"player:dan","id":"d2"},"by":"host","game":2,"hash":"sha256:99a72f749bbb8f4d3e4f960ad5fc06d93c4177fdef177a6e67b6b98da61d8fd3","kind":"dispute_withdrawn","prev_hash":"sha256:9a861a2e27eb0307d263b7a6c3d41a6589d4cd47450aee23af8c488bab79fe1d","seq":9,"session":"argued"}');
INSERT INTO "entry" VALUES('argued',10,'table_changed',NULL,'sha256:5883bc7cb27dbab948a61b1b01b9a41cd3c35c6941c1afa87038b5e6c01a16f6','sha256:99a72f749bbb8f4d3e4f960ad5fc06d93c4177fdef177a6e67b6b98da61d8fd3','{"at":"2026-11-30T21:00:19.000+08:00","body":{"affected":[3],"agreement":{"language":"en","lines":["Taiwan, scoops only (tw-scoop-only@1)","Agreed: everything as usual","Stake: 200 TWD for 1 scoop"]},"from_game":3,"reason":"higher","stake":{"amount":"200","currency":"TWD"},"tables":[{"changed":["stake"],"from_game":3,"options":{"dragon_multiplier":10,"gadu_units":{"back.four_of_a_kind":1,"back.straight_flush":1,"front.three_of_a_kind":1,"middle.four_of_a_kind":1,"middle.straight_flush":1},"home_run_min_opponents":3,"home_run_multiplier":2,"middle_monster_multiplier":1,"natural_points":{"dragon":10,"dragon_suited":10},"tied_row_scoops":false},"players":["amy","bob","cat","dan"],"ruleset":"tw-scoop-only@1","ruleset_digest":"sha256:e6c147a2db0698263b5c7e3ecafef49a3dca5da895199f178aeb651235889afc","stake":{"amount":"200","currency":"TWD"}}]},"by":"host","hash":"sha256:5883bc7cb27dbab948a61b1b01b9a41cd3c35c6941c1afa87038b5e6c01a16f6","kind":"table_changed","prev_hash":"sha256:99a72f749bbb8f4d3e4f960ad5fc06d93c4177fdef177a6e67b6b98da61d8fd3","seq":10,"session":"argued"}');
INSERT INTO "entry" VALUES('friday',1,'session_opened',NULL,'sha256:915143472628a3d0d57a8fd2fa15590377fb73cf2ca5fb0291a6cb2e0917d008','sha256:0000000000000000000000000000000000000000000000000000000000000000','{"at":"2026-11-30T21:00:20.000+08:00","body":{"agreement":{"language":"en","lines":["Taiwan, scoops only (tw-scoop-only@1)","Agreed: everything as usual","Stake: 100 TWD for 1 scoop"]},"banker_order":"manual","games":16,"group":"friends","options":{"dragon_multiplier":10,"gadu_units":{"back.four_of_a_kind":1,"back.straight_flush":1,"front.three_of_a_kind":1,"middle.four_of_a_kind":1,"middle.straight_flush":1},"home_run_min_opponents":3,"home_run_multiplier":2,"middle_monster_multiplier":1,"natural_points":{"dragon":10,"dragon_suited":10},"tied_row_scoops":false},"players":["amy","bob","cat","dan"],"previous_session":{"hash":"sha256:0321b2d417ec59ab04e811c809ddae40fc2ba37e2e3aa0307e9dfb6273158db4","id":"argued"},"request":{"sha256":"b0fcdbffe991fdea680fa3a02baa35e6674c4b070d0e9956f408f8f1fcffbcf8"},"ruleset":"tw-scoop-only@1","ruleset_digest":"sha256:e6c147a2db0698263b5c7e3ecafef49a3dca5da895199f178aeb651235889afc","stake":{"amount":"100","currency":"TWD"}},"by":"host","hash":"sha256:915143472628a3d0d57a8fd2fa15590377fb73cf2ca5fb0291a6cb2e0917d008","kind":"session_opened","prev_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","seq":1,"session":"friday"}');
INSERT INTO "entry" VALUES('friday',2,'game_recorded',1,'sha256:4df83d7f0ed904e56bc94f92520fd1a10667ba3d35eefbd20422aefa317c9746','sha256:915143472628a3d0d57a8fd2fa15590377fb73cf2ca5fb0291a6cb2e0917d008','{"at":"2026-11-30T21:00:21.000+08:00","body":{"basis":"outcome","lines":[{"payee":"amy","payer":"dan","points":1,"reason":"scoop","rule":"scoop.points"},{"payee":"bob","payer":"dan","points":1,"reason":"scoop","rule":"scoop.points"}],"notices":[],"round":{"outcome":{"duels":[{"players":["amy","dan"],"scoop":"amy"},{"players":["bob","dan"],"scoop":"bob"}],"hands":[{"player":"amy"},{"player":"bob"},{"player":"cat"},{"player":"dan"}]}},"totals":[{"lost":0,"net":1,"player":"amy","won":1},{"lost":0,"net":1,"player":"bob","won":1},{"lost":0,"net":0,"player":"cat","won":0},{"lost":2,"net":-2,"player":"dan","won":0}]},"by":"host","game":1,"hash":"sha256:4df83d7f0ed904e56bc94f92520fd1a10667ba3d35eefbd20422aefa317c9746","kind":"game_recorded","prev_hash":"sha256:915143472628a3d0d57a8fd2fa15590377fb73cf2ca5fb0291a6cb2e0917d008","seq":2,"session":"friday"}');
INSERT INTO "entry" VALUES('friday',3,'penalty',NULL,'sha256:323cc0be86afda2257175202de2499bfbda7962d6dbe4cd29683e72d2c18bd3c','sha256:4df83d7f0ed904e56bc94f92520fd1a10667ba3d35eefbd20422aefa317c9746','{"at":"2026-11-30T21:00:22.000+08:00","body":{"amount":"50","currency":"TWD","payer":"cat","reason":"late","request":{"key":"late","sha256":"26238a5ce8bbda7fd3e83235236a2d48aea53fdc0c313b315749f53820846632"},"to":"fund:supper"},"by":"host","hash":"sha256:323cc0be86afda2257175202de2499bfbda7962d6dbe4cd29683e72d2c18bd3c","kind":"penalty","prev_hash":"sha256:4df83d7f0ed904e56bc94f92520fd1a10667ba3d35eefbd20422aefa317c9746","seq":3,"session":"friday"}');
INSERT INTO "entry" VALUES('friday',4,'payment',NULL,'sha256:11b137f91957d64d2ffe2177766759fdfd99697bda8a242c5f7788b7c2abf42c','sha256:323cc0be86afda2257175202de2499bfbda7962d6dbe4cd29683e72d2c18bd3c','{"at":"2026-11-30T21:00:23.000+08:00","body":{"amount":"60","confirmed_by":[],"currency":"TWD","from":"dan","request":{"key":"paid","sha256":"cf811f4b4ca44383a9dbba10442278aac8055211b529904587b86673a5dedc57"},"to":"amy"},"by":"host","hash":"sha256:11b137f91957d64d2ffe2177766759fdfd99697bda8a242c5f7788b7c2abf42c","kind":"payment","prev_hash":"sha256:323cc0be86afda2257175202de2499bfbda7962d6dbe4cd29683e72d2c18bd3c","seq":4,"session":"friday"}');
INSERT INTO "entry" VALUES('friday',5,'settlement_made',NULL,'sha256:b806dc49560e0ef3c13f5eec9231c692250be8a4e4fcd9bdaa314e12e7be078d','sha256:11b137f91957d64d2ffe2177766759fdfd99697bda8a242c5f7788b7c2abf42c','{"at":"2026-11-30T21:00:24.000+08:00","body":{"covers":{"hash":"sha256:11b137f91957d64d2ffe2177766759fdfd99697bda8a242c5f7788b7c2abf42c","seq":4},"currency":"TWD","held":[],"mode":"fewest","rounding":"exact","search":"exact","step":"0.01","totals":[{"amount":"100","net":1,"player":"amy","settled":"60"},{"amount":"100","net":1,"player":"bob","settled":"0"},{"amount":"-50","net":0,"player":"cat","settled":"0"},{"amount":"-200","net":-2,"player":"dan","settled":"-60"},{"amount":"50","net":0,"player":"fund:supper","settled":"0"}],"transfers":[{"amount":"50","from":"cat","to":"fund:supper"},{"amount":"40","from":"dan","to":"amy"},{"amount":"100","from":"dan","to":"bob"}]},"by":"host","hash":"sha256:b806dc49560e0ef3c13f5eec9231c692250be8a4e4fcd9bdaa314e12e7be078d","kind":"settlement_made","prev_hash":"sha256:11b137f91957d64d2ffe2177766759fdfd99697bda8a242c5f7788b7c2abf42c","seq":5,"session":"friday"}');
CREATE TABLE game (
  session TEXT NOT NULL,
  game INTEGER NOT NULL CHECK (game >= 1),
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  nets TEXT NOT NULL, agreement INTEGER NOT NULL DEFAULT 0 CHECK (agreement >= 0),
  PRIMARY KEY (session, game),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "game" VALUES('argued',1,2,'sha256:259dca395c5753c66c060552876ca9bb643399049b61109c28a419c7cd086e74','game_recorded','[["amy",1],["bob",0],["cat",0],["dan",-1]]',0);
INSERT INTO "game" VALUES('argued',2,3,'sha256:ac905c525b4113082a34bc19d8061385209ad291cfff46d1e6e33f200d28a7ea','game_recorded','[["amy",1],["bob",0],["cat",0],["dan",-1]]',0);
INSERT INTO "game" VALUES('argued',3,4,'sha256:59d8032e430ff2d2a52627e4f18ebca5d87582ecf62fb55a169b0a416dd9a36e','game_recorded','[["amy",1],["bob",0],["cat",0],["dan",-1]]',0);
INSERT INTO "game" VALUES('first',1,2,'sha256:b830ea6b440f6d6db192736a73e205b2e241688c436e798665bbe798ac4abf40','game_recorded','[["amy",1],["bob",0],["cat",0],["dan",-1]]',0);
INSERT INTO "game" VALUES('first',2,5,'sha256:6ca7f47f38954e283454caa32a77e373e1367941630642842605691b2b2251c4','game_corrected','[["amy",0],["bob",2],["cat",-1],["dan",-1]]',0);
INSERT INTO "game" VALUES('first',3,6,'sha256:45c32f385d97be78961e46810c8577c6d43545492e05c070b59e734bc8ede7c2','game_voided','[]',0);
INSERT INTO "game" VALUES('friday',1,2,'sha256:4df83d7f0ed904e56bc94f92520fd1a10667ba3d35eefbd20422aefa317c9746','game_recorded','[["amy",1],["bob",1],["cat",0],["dan",-2]]',0);
INSERT INTO "game" VALUES('second',1,2,'sha256:67c711bebf8db6ba553b9abecc01161b52845053d98a66e98cf2904b9ca1e118','game_recorded','[["amy",-1],["bob",0],["cat",0],["dan",1]]',0);
INSERT INTO "game" VALUES('second',2,3,'sha256:2e81e378eb1b270067f27ca077e23328c86a8b3c120d98b528d5f99caa327f64','game_recorded','[["amy",0],["bob",0],["cat",0],["dan",0]]',0);
CREATE TABLE group_grant (
  access_key TEXT NOT NULL REFERENCES access_key (id),
  circle TEXT NOT NULL REFERENCES circle (id),
  PRIMARY KEY (access_key, circle)
) STRICT, WITHOUT ROWID;
CREATE TABLE member (
  circle TEXT NOT NULL REFERENCES circle (id),
  id TEXT NOT NULL,
  joined INTEGER NOT NULL CHECK (joined >= 1),
  name TEXT,
  PRIMARY KEY (circle, id),
  UNIQUE (circle, joined)
) STRICT, WITHOUT ROWID;
INSERT INTO "member" VALUES('friends','amy',1,'阿花');
INSERT INTO "member" VALUES('friends','bob',2,NULL);
INSERT INTO "member" VALUES('friends','cat',3,NULL);
INSERT INTO "member" VALUES('friends','dan',4,NULL);
CREATE TABLE migration (
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  sha256 TEXT NOT NULL
) STRICT;
INSERT INTO "migration" VALUES(1,'571bee677a24252b07e511987d14e12a39c6f562c684d261259fb99e6ebd6034');
INSERT INTO "migration" VALUES(2,'d481ac39bbb601abb7ddb7eef4becbaed1dfdba1f32e8ec3e89dfdad26ebf215');
INSERT INTO "migration" VALUES(3,'12084060d7cdaa9073e3c5d2977af193d8596af652debd1fdb50392a151f351d');
INSERT INTO "migration" VALUES(4,'e0f9e54df34bcfe1943a76dab5ec4f324cb317b9efacba5f61161a20c56851bb');
INSERT INTO "migration" VALUES(5,'b1d55e589f6f8477ed5df720eaaa67db75550355aa54b694b23a21f6b7860761');
CREATE TABLE person (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "person" VALUES('first','bob','阿明');
CREATE TABLE ruleset (
  digest TEXT NOT NULL PRIMARY KEY CHECK (length(digest) = 71),
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  text TEXT NOT NULL
) STRICT;
INSERT INTO "ruleset" VALUES('sha256:965c06a1f3d94dfdf0a7c25ed0bc5c02433db78e555ab04dad53259e0506feae','our-thirteen',1,'{"deck":{"cards":{"source":"s003","unit":"cards","value":52}},"doubling_card":{"basis":"decision","note":{"en":"Not in the source; an app custom. Naturals and gadu stay as they are.","zh-Hans":"原文没有；手机版的玩法。特殊牌型不翻倍。","zh-Hant":"原文沒有；手機版的玩法。特殊牌型不加倍。"},"value":true},"foul":{"minimum":{"source":"s003","unit":"points","value":3},"policy":{"basis":"decision","note":{"en":"A foul pays the largest single value at the table, at least three; rows are weighed in full, never by suit.","zh-Hans":"倒水赔桌上最大的一手或一墩，至少3水；先比牌型再比点数，不看花色。","zh-Hant":"倒水賠桌上最大的一手或一墩，至少三水；先比牌型再比點數，不看花色。"},"source":"s003","value":"largest"}},"home_run":{"bonus_multiplier":{"source":"s003","unit":"multiplier","value":2},"min_opponents":{"source":"s003","unit":"opponents","value":3},"multiplier":{"source":"s003","unit":"multiplier","value":2}},"id":"our-thirteen","names":{"zh-Hans":{"naturals":{"dragon":"一条龙","dragon_suited":"清龙","four_trips":"四套冲三","three_flushes":"三花","three_quads":"三套炸弹（三个冲四）","three_straights":"三蛇"},"rows":{"back":"底墩"}},"zh-Hant":{"naturals":{"dragon":"一條龍","dragon_suited":"清龍","five_pairs_trips":"五對衝三","four_trips":"四套衝三","three_flushes":"三花","three_quads":"三套炸彈（三副鐵支）","three_straights":"三蛇"},"rows":{"back":"底墩"}}},"naturals":{"all_big":{"basis":"decision","hands_52":37442160,"holds":{"ranks":{"min":13,"set":"89TJQKA"}},"note":{"en":"At our table all big and all small pay the same, and tie.","zh-Hans":"我们这桌全大、全小同价，碰上算和。","zh-Hant":"我們這桌全大、全小同價，碰上算和。"},"order":8,"points":12,"rank":6,"source":"s003","unit":"points"},"all_royals":{"hands_52":560,"holds":{"ranks":{"min":13,"set":"JQKA"}},"order":3},"all_small":{"basis":"decision","hands_52":37442160,"holds":{"ranks":{"min":13,"set":"2345678"}},"note":{"en":"At our table all big and all small pay the same, and tie.","zh-Hans":"我们这桌全大、全小同价，碰上算和。","zh-Hant":"我們這桌全大、全小同價，碰上算和。"},"order":9,"points":12,"rank":6,"source":"s003","unit":"points"},"big_6_to_k":{"hands_52":347373600,"holds":{"ranks":{"min":13,"set":"6789TJQK"}},"order":20},"dragon":{"hands_52":67108864,"holds":{"distinct_ranks":13},"order":2,"points":26,"rank":2,"source":"s003","unit":"points"},"dragon_suited":{"hands_52":4,"holds":{"distinct_ranks":13,"suits":{"groups":["s","h","c","d"],"min":13}},"order":1,"points":52,"rank":1,"source":"s003","unit":"points"},"five_pairs_trips":{"hands_52":342692064,"holds":{"exactly":{"1":0,"3":1,"5":0}},"order":14},"four_trips":{"hands_52":6772480,"holds":{"at_least":{"3":4}},"order":12},"half_big":{"hands_52":2310789600,"holds":{"ranks":{"min":13,"set":"6789TJQKA"}},"order":18},"half_small":{"hands_52":12033222880,"holds":{"ranks":{"min":13,"set":"A23456789T"}},"order":19},"meeting":{"source":"s003","value":"higher_takes"},"one_colour":{"hands_52":20801200,"holds":{"suits":{"groups":["sc","hd"],"min":13}},"order":10},"one_odd_colour":{"hands_52":502200400,"holds":{"suits":{"groups":["sc","hd"],"max":12,"min":12}},"order":11},"six_pairs":{"hands_52":2856863152,"holds":{"pairs":6},"order":15,"points":3,"rank":11,"source":"s003","unit":"points"},"small_2_to_10":{"hands_52":2310789600,"holds":{"ranks":{"min":13,"set":"23456789T"}},"order":21},"sweep_multiplier":{"source":"s003","unit":"multiplier","value":2},"three_bombs":{"hands_52":2688400,"holds":{"at_least":{"3":3,"4":2}},"order":7},"three_flushes":{"hands_52":5705516392,"holds":{"rows":"flush"},"order":16,"points":3,"rank":12,"source":"s003","unit":"points"},"three_quads":{"hands_52":11440,"holds":{"at_least":{"4":3}},"order":6},"three_straight_flushes":{"hands_52":22060,"holds":{"rows":"straight_flush"},"order":5},"three_straights":{"hands_52":2029579776,"holds":{"rows":"straight"},"order":17,"points":3,"rank":13,"source":"s003","unit":"points"},"twelve_royals":{"hands_52":66080,"holds":{"ranks":{"min":12,"set":"JQKA"}},"order":4},"two_full_houses":{"hands_52":1423319040,"holds":{"exactly":{"2":3,"3":2}},"order":13}},"options":{"doubling_card":{"basis":"decision","card":true,"note":{"en":"Not in the source; an app custom. Naturals and gadu stay as they are.","zh-Hans":"原文没有；手机版的玩法。特殊牌型不翻倍。","zh-Hant":"原文沒有；手機版的玩法。特殊牌型不加倍。"},"question":{"en":"Which card doubles its holder''s results?","zh-Hans":"马牌是哪一张？","zh-Hant":"馬牌是哪一張？"}},"home_run_min_opponents":{"basis":"decision","note":{"en":"With few at the table a home run is too easy; the table says how many it takes.","zh-Hans":"人少时全垒打太容易，要几家由大家约定。","zh-Hant":"人少時全壘打太容易，要幾家由大家約定。"},"question":{"en":"How many opponents must be scooped for a home run?","zh-Hans":"要打枪几家才算全垒打？","zh-Hant":"要打槍幾家才算全壘打？"},"range":[2,4],"sets":["home_run.min_opponents"]},"natural_points":{"basis":"decision","keys":["dragon_suited","dragon","all_royals","twelve_royals","three_straight_flushes","three_quads","three_bombs","all_big","all_small","one_colour","one_odd_colour","four_trips","two_full_houses","five_pairs_trips","six_pairs","three_flushes","three_straights","half_big","half_small","big_6_to_k","small_2_to_10"],"map":"naturals","note":{"en":"Every region prices its naturals otherwise; one that the ruleset does not rank comes below all it does.","zh-Hans":"各地特殊牌型的注数不同；玩法没排名次的，一律排在已排的之后。","zh-Hant":"各地特殊牌型的注數不同；玩法沒排名次的，一律排在已排的之後。"},"question":{"en":"What is each natural worth (0: not played)?","zh-Hans":"每种特殊牌型算几分（0表示不玩）？","zh-Hant":"每種特殊牌型算幾分（0 表示不玩）？"},"range":[0,1000000],"source":"s003"},"scoop_multiplier":{"basis":"decision","choices":[{"value":1},{"sets":{"scoop.base_multiplier":2,"scoop.bonus_multiplier":2},"value":2}],"default":1,"note":{"en":"The source pays rows only; app tables double a scoop. What a fouled hand pays is not multiplied.","zh-Hans":"原文只算墩；常玩手机版的桌打枪翻倍。倒水赔的不翻倍。","zh-Hant":"原文只算墩；常玩手機版的桌打槍加倍。倒水賠的不加倍。"},"question":{"en":"A scoop: how many times the rows?","zh-Hans":"打枪算几倍？","zh-Hant":"打槍算幾倍？"}},"suits":{"choices":[{"label":{"en":"yes, spade, heart, club, diamond","zh-Hans":"比，黑桃、红桃、梅花、方块","zh-Hant":"比，黑桃、紅心、梅花、方塊"},"value":"after_ranks"},{"label":{"en":"no, a tie","zh-Hans":"不比，算和","zh-Hant":"不比，算和"},"sets":{"order.suits":"none"},"value":"none"}],"default":"after_ranks","question":{"en":"Do suits decide where the ranks are equal?","zh-Hans":"点数全同时比花色吗？","zh-Hant":"點數全同時比花色嗎？"},"source":"s003"}},"order":{"suits":{"basis":"decision","note":{"en":"The source calls equal rows a tie and yet lists suits for each category; suits are taken as the last word.","zh-Hans":"原文说全同算和，各牌型又列花色；读作点数全同才比花色。","zh-Hant":"原文說全同算和，各牌型又列花色；讀作點數全同才比花色。"},"source":"s003","value":"after_ranks"},"suits_high_card":{"basis":"decision","note":{"en":"The source lists suits for made hands only; loose cards compare by rank alone.","zh-Hans":"原文只给成牌列花色；散牌只比点数。","zh-Hant":"原文只替成牌列花色；烏龍只比點數。"},"source":"s003","value":false},"wheel":{"basis":"decision","note":{"en":"The source does not place A2345; second highest is the usual custom.","zh-Hans":"原文没写 A2345 排在哪里；按牌桌习惯算第二大的顺子。","zh-Hant":"原文沒寫 A2345 排哪裡；照牌桌習慣算第二大的順子。"},"value":"second"}},"pairing":{"source":"s003","value":"everyone"},"players":{"least":{"source":"s003","unit":"players","value":2},"most":{"source":"s003","unit":"players","value":4}},"region":"CN","rows":{"back":{"base":{"source":"s003","unit":"points","value":1},"bonus":{"four_of_a_kind":{"source":"s003","unit":"points","value":3},"straight_flush":{"source":"s003","unit":"points","value":4}}},"front":{"base":{"source":"s003","unit":"points","value":1},"bonus":{"three_of_a_kind":{"source":"s003","unit":"points","value":2}}},"middle":{"base":{"source":"s003","unit":"points","value":1},"bonus":{"four_of_a_kind":{"source":"s003","unit":"points","value":7},"full_house":{"source":"s003","unit":"points","value":1},"straight_flush":{"source":"s003","unit":"points","value":9}}}},"sources":{"s003":{"section":"游戏概述（《十三张》的特殊牌型）；牌型大小；计分","title":"S003, 十三水 – 棋牌游戏概述"}},"summary":{"en":"Thirteen water with the seven naturals of the older game; all big and all small are worth the same.","zh-Hans":"十三水的算法，只打七种特殊牌型；全大、全小同价。","zh-Hant":"十三水的算法，只打七種特殊牌型；全大、全小同價。"},"title":{"en":"Our thirteen cards","zh-Hans":"我们的十三张","zh-Hant":"我們的十三張"},"unit":{"en":"point","zh-Hans":"水","zh-Hant":"水"},"version":1}');
INSERT INTO "ruleset" VALUES('sha256:e6c147a2db0698263b5c7e3ecafef49a3dca5da895199f178aeb651235889afc','tw-scoop-only',1,'{"deck":{"cards":{"source":"s000-simple","unit":"cards","value":52}},"foul":{"policy":{"basis":"decision","note":{"en":"The source is silent: a fouled hand is scooped by every plain hand and collects no 嘎賭.","zh-Hans":"原文没写：倒水算被每家打枪，也收不到加注。","zh-Hant":"原文沒寫：倒水算被每家打槍，也收不到嘎賭。"},"value":"all_rows"}},"gadu":{"back":{"four_of_a_kind":{"source":"s000-simple","unit":"units","value":1},"straight_flush":{"source":"s000-simple","unit":"units","value":1}},"front":{"three_of_a_kind":{"source":"s000-simple","unit":"units","value":1}},"middle":{"four_of_a_kind":{"source":"s000-simple","unit":"units","value":1},"straight_flush":{"source":"s000-simple","unit":"units","value":1}}},"home_run":{"bonus_multiplier":{"basis":"decision","note":{"en":"Only scoops are paid, so there are no row bonuses for a home run to multiply.","zh-Hans":"只算打枪，没有牌型加分可以翻倍。","zh-Hant":"只算打槍，沒有牌型紅利可以加倍。"},"unit":"multiplier","value":1},"min_opponents":{"source":"s000-simple","unit":"opponents","value":3},"multiplier":{"source":"s000-simple","unit":"multiplier","value":2}},"id":"tw-scoop-only","naturals":{"all_big":{"hands_52":37442160,"holds":{"ranks":{"min":13,"set":"89TJQKA"}},"order":8},"all_royals":{"hands_52":560,"holds":{"ranks":{"min":13,"set":"JQKA"}},"order":3},"all_small":{"hands_52":37442160,"holds":{"ranks":{"min":13,"set":"2345678"}},"order":9},"big_6_to_k":{"hands_52":347373600,"holds":{"ranks":{"min":13,"set":"6789TJQK"}},"order":20},"dragon":{"hands_52":67108864,"holds":{"distinct_ranks":13},"order":2,"points":10,"rank":1,"source":"s000-simple","unit":"points"},"dragon_suited":{"hands_52":4,"holds":{"distinct_ranks":13,"suits":{"groups":["s","h","c","d"],"min":13}},"order":1,"points":10,"rank":1,"source":"s000-simple","unit":"points"},"five_pairs_trips":{"hands_52":342692064,"holds":{"exactly":{"1":0,"3":1,"5":0}},"order":14},"four_trips":{"hands_52":6772480,"holds":{"at_least":{"3":4}},"order":12},"half_big":{"hands_52":2310789600,"holds":{"ranks":{"min":13,"set":"6789TJQKA"}},"order":18},"half_small":{"hands_52":12033222880,"holds":{"ranks":{"min":13,"set":"A23456789T"}},"order":19},"meeting":{"basis":"decision","note":{"en":"The source is silent; both dragons count the same, so two of them tie.","zh-Hans":"原文没写；两种龙一样大，碰到就不输不赢。","zh-Hant":"原文沒寫；兩種龍一樣大，碰到就不輸不贏。"},"value":"higher_takes"},"one_colour":{"hands_52":20801200,"holds":{"suits":{"groups":["sc","hd"],"min":13}},"order":10},"one_odd_colour":{"hands_52":502200400,"holds":{"suits":{"groups":["sc","hd"],"max":12,"min":12}},"order":11},"six_pairs":{"hands_52":2856863152,"holds":{"pairs":6},"order":15},"small_2_to_10":{"hands_52":2310789600,"holds":{"ranks":{"min":13,"set":"23456789T"}},"order":21},"three_bombs":{"hands_52":2688400,"holds":{"at_least":{"3":3,"4":2}},"order":7},"three_flushes":{"hands_52":5705516392,"holds":{"rows":"flush"},"order":16},"three_quads":{"hands_52":11440,"holds":{"at_least":{"4":3}},"order":6},"three_straight_flushes":{"hands_52":22060,"holds":{"rows":"straight_flush"},"order":5},"three_straights":{"hands_52":2029579776,"holds":{"rows":"straight"},"order":17},"twelve_royals":{"hands_52":66080,"holds":{"ranks":{"min":12,"set":"JQKA"}},"order":4},"two_full_houses":{"hands_52":1423319040,"holds":{"exactly":{"2":3,"3":2}},"order":13}},"options":{"dragon_multiplier":{"default":10,"question":{"en":"A dragon: how many scoops from each?","zh-Hans":"一条龙每家收几枪？","zh-Hant":"一條龍每家收幾槍？"},"range":[1,1000],"sets":["naturals.dragon_suited.points","naturals.dragon.points"],"source":"s000-simple"},"gadu_units":{"basis":"decision","keys":["front.three_of_a_kind","middle.four_of_a_kind","middle.straight_flush","back.four_of_a_kind","back.straight_flush"],"map":"gadu","note":{"en":"Several such rows in one hand each collect; two holders each collect from the other. An entry here is final.","zh-Hans":"一手有好几墩就各收各的，两家都有就互收；这里填了就以这里为准。","zh-Hant":"一手有好幾墩就各收各的，兩家都有就互收；這裡填了就以這裡為準。"},"question":{"en":"What does each 嘎賭 hand collect (0: nothing)?","zh-Hans":"加注各收几枪（0表示不收）？","zh-Hant":"嘎賭各收幾槍（0 表示不收）？"},"range":[0,100],"source":"s000-simple"},"home_run_min_opponents":{"basis":"decision","note":{"en":"With few at the table a home run is too easy; the table says how many it takes.","zh-Hans":"人少时全垒打太容易，要几家由大家约定。","zh-Hant":"人少時全壘打太容易，要幾家由大家約定。"},"question":{"en":"How many opponents must be scooped for a home run?","zh-Hans":"要打枪几家才算全垒打？","zh-Hant":"要打槍幾家才算全壘打？"},"range":[2,4],"sets":["home_run.min_opponents"]},"home_run_multiplier":{"default":2,"question":{"en":"A home run: how many times a scoop?","zh-Hans":"全垒打（通杀）赢几倍？","zh-Hant":"全壘打（紅不讓）贏幾倍？"},"range":[1,20],"sets":["home_run.multiplier"],"source":"s000-simple"},"middle_monster_multiplier":{"choices":[{"value":1},{"sets":{"gadu.middle.four_of_a_kind":2,"gadu.middle.straight_flush":2},"value":2}],"default":1,"question":{"en":"Quads and straight flush in the middle collect how many times as much?","zh-Hans":"中墩的铁支、同花顺加注算几倍？","zh-Hant":"中墩的鐵支、同花順嘎賭算幾倍？"},"source":"s000-simple"},"natural_points":{"basis":"decision","keys":["dragon_suited","dragon","all_royals","twelve_royals","three_straight_flushes","three_quads","three_bombs","all_big","all_small","one_colour","one_odd_colour","four_trips","two_full_houses","five_pairs_trips","six_pairs","three_flushes","three_straights","half_big","half_small","big_6_to_k","small_2_to_10"],"map":"naturals","note":{"en":"Every region prices its naturals otherwise; one that the ruleset does not rank comes below all it does.","zh-Hans":"各地特殊牌型的注数不同；玩法没排名次的，一律排在已排的之后。","zh-Hant":"各地特殊牌型的注數不同；玩法沒排名次的，一律排在已排的之後。"},"question":{"en":"What is each natural worth (0: not played)?","zh-Hans":"每种特殊牌型算几分（0表示不玩）？","zh-Hant":"每種特殊牌型算幾分（0 表示不玩）？"},"range":[0,1000000],"source":"s003"},"tied_row_scoops":{"basis":"decision","choices":[{"label":{"en":"no","zh-Hans":"不算","zh-Hant":"不算"},"value":false},{"label":{"en":"yes","zh-Hans":"算","zh-Hant":"算"},"sets":{"scoop.tied_row":true},"value":true}],"default":false,"note":{"en":"The sources ask for all three rows; some tables count this too.","zh-Hans":"原文要三墩全赢才算；有些桌也算打枪。","zh-Hant":"原文要三墩全贏才算；有些桌也算打槍。"},"question":{"en":"Two rows won and one tied: a scoop too?","zh-Hans":"赢两墩、和一墩也算打枪（碾压）吗？","zh-Hant":"贏兩墩、和一墩也算打槍（碾壓）嗎？"}}},"order":{"suits":{"source":"s000-tw","value":"none"},"wheel":{"basis":"decision","note":{"en":"The source does not place A2345; second highest is the usual custom.","zh-Hans":"原文没写 A2345 排在哪里；按牌桌习惯算第二大的顺子。","zh-Hant":"原文沒寫 A2345 排哪裡；照牌桌習慣算第二大的順子。"},"value":"second"}},"pairing":{"source":"s000-simple","value":"everyone"},"players":{"least":{"basis":"decision","note":{"en":"The source seats four; with fewer the same pairs play.","zh-Hans":"原文以四人为准；人少时照样两两相比。","zh-Hant":"原文以四人為準；人少時照樣兩兩相比。"},"unit":"players","value":2},"most":{"source":"s000-simple","unit":"players","value":4}},"region":"TW","rows":{"back":{"base":{"source":"s000-simple","unit":"points","value":0}},"front":{"base":{"source":"s000-simple","unit":"points","value":0}},"middle":{"base":{"source":"s000-simple","unit":"points","value":0}}},"scoop":{"points":{"source":"s000-simple","unit":"points","value":1}},"sources":{"s000-simple":{"section":"通俗的簡易玩法（只玩打槍）","title":"S000, 十三張"},"s000-tw":{"section":"台式玩法","title":"S000, 十三張"},"s003":{"section":"游戏概述","title":"S003, 十三水 – 棋牌游戏概述"}},"summary":{"en":"Only scoops count. Quads, straight flush and trips in front collect one scoop from everybody, won or not; a dragon collects what was agreed.","zh-Hans":"只有打枪才算输赢；铁支、同花顺、冲三加注，不论输赢每家收一枪；一条龙照约定收。","zh-Hant":"只有打槍才算輸贏；鐵支、同花順、衝三嘎賭，不論輸贏每家收一槍；一條龍照約定收。"},"title":{"en":"Taiwan, scoops only","zh-Hans":"只玩打枪（加注）","zh-Hant":"只玩打槍（嘎賭）"},"unit":{"en":"scoop","zh-Hans":"枪","zh-Hant":"槍"},"version":1}');
CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY,
  opened INTEGER NOT NULL UNIQUE CHECK (opened >= 1),
  head_seq INTEGER NOT NULL,
  head_hash TEXT NOT NULL,
  state TEXT NOT NULL,
  games INTEGER NOT NULL CHECK (games >= 1),
  played INTEGER NOT NULL CHECK (played >= 0),
  highest_game INTEGER NOT NULL CHECK (highest_game >= 0),
  totals TEXT NOT NULL,
  imported INTEGER NOT NULL CHECK (imported IN (0, 1)), seating TEXT NOT NULL DEFAULT '[[1,0]]',
  FOREIGN KEY (id, head_seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "session" VALUES('argued',3,10,'sha256:5883bc7cb27dbab948a61b1b01b9a41cd3c35c6941c1afa87038b5e6c01a16f6','open',16,3,3,'[["amy",3],["bob",0],["cat",0],["dan",-3]]',0,'[[1,0],[3,1]]');
INSERT INTO "session" VALUES('first',1,6,'sha256:45c32f385d97be78961e46810c8577c6d43545492e05c070b59e734bc8ede7c2','open',16,2,3,'[["amy",1],["bob",2],["cat",-1],["dan",-2]]',0,'[[1,0]]');
INSERT INTO "session" VALUES('friday',4,5,'sha256:b806dc49560e0ef3c13f5eec9231c692250be8a4e4fcd9bdaa314e12e7be078d','open',16,1,1,'[["amy",1],["bob",1],["cat",0],["dan",-2]]',0,'[[1,0]]');
INSERT INTO "session" VALUES('second',2,4,'sha256:1e00a15ae4ac77121ad1db9b142a7c5ab4a1c7c098f8f27d0c90f66ccc9a9d9a','closed',2,2,2,'[["amy",-1],["bob",0],["cat",0],["dan",1]]',0,'[[1,0]]');
CREATE TABLE session_grant (
  access_key TEXT NOT NULL REFERENCES access_key (id),
  session TEXT NOT NULL REFERENCES session (id),
  role TEXT NOT NULL CHECK (role IN ('host', 'scorer', 'player', 'viewer')),
  player TEXT,
  PRIMARY KEY (access_key, session)
) STRICT, WITHOUT ROWID;
CREATE INDEX ruleset_by_name ON ruleset (id, version);
CREATE TRIGGER migration_refuses_update BEFORE UPDATE ON migration
BEGIN SELECT RAISE(ABORT, 'migration is append-only: no update'); END;
CREATE TRIGGER migration_refuses_delete BEFORE DELETE ON migration
BEGIN SELECT RAISE(ABORT, 'migration is append-only: no delete'); END;
CREATE TRIGGER migration_refuses_again BEFORE INSERT ON migration
WHEN EXISTS (SELECT 1 FROM migration WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'migration is append-only: it is there already'); END;
CREATE TRIGGER ruleset_refuses_update BEFORE UPDATE ON ruleset
BEGIN SELECT RAISE(ABORT, 'ruleset is append-only: no update'); END;
CREATE TRIGGER ruleset_refuses_delete BEFORE DELETE ON ruleset
BEGIN SELECT RAISE(ABORT, 'ruleset is append-only: no delete'); END;
CREATE TRIGGER ruleset_refuses_again BEFORE INSERT ON ruleset
WHEN EXISTS (SELECT 1 FROM ruleset WHERE digest = NEW.digest)
  OR EXISTS (SELECT 1 FROM ruleset WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'ruleset is append-only: it is there already'); END;
CREATE TRIGGER entry_refuses_update BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entry is append-only: no update'); END;
CREATE TRIGGER entry_refuses_delete BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'entry is append-only: no delete'); END;
CREATE TRIGGER entry_refuses_again BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE session = NEW.session AND seq = NEW.seq)
  OR EXISTS (SELECT 1 FROM entry WHERE hash = NEW.hash)
  OR EXISTS (SELECT 1 FROM entry WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'entry is append-only: it is there already'); END;
CREATE TRIGGER entry_links BEFORE INSERT ON entry
WHEN NOT (
    NEW.seq = 1
    AND NEW.prev_hash = 'sha256:0000000000000000000000000000000000000000000000000000000000000000'
  )
  AND NOT EXISTS (
    SELECT 1 FROM entry
    WHERE session = NEW.session AND seq = NEW.seq - 1 AND hash = NEW.prev_hash
  )
BEGIN SELECT RAISE(ABORT, 'entry links to the one before it'); END;
CREATE TRIGGER answer_refuses_update BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only: no update'); END;
CREATE TRIGGER answer_refuses_delete BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only: no delete'); END;
CREATE TRIGGER answer_refuses_again BEFORE INSERT ON answer
WHEN EXISTS (SELECT 1 FROM answer WHERE scope = NEW.scope AND key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'answer is append-only: it is there already'); END;
CREATE TRIGGER book_refuses_update BEFORE UPDATE ON book
BEGIN SELECT RAISE(ABORT, 'book is append-only: no update'); END;
CREATE TRIGGER book_refuses_delete BEFORE DELETE ON book
BEGIN SELECT RAISE(ABORT, 'book is append-only: no delete'); END;
CREATE TRIGGER book_refuses_again BEFORE INSERT ON book
WHEN EXISTS (SELECT 1 FROM book)
BEGIN SELECT RAISE(ABORT, 'book is append-only: it has its id already'); END;
CREATE INDEX session_grant_by_session ON session_grant (session);
CREATE INDEX access_link_by_session ON access_link (session);
CREATE TRIGGER access_key_refuses_update BEFORE UPDATE ON access_key
WHEN OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL
  OR (NEW.id, NEW.made, NEW.secret_sha256, NEW.scope, NEW.label, NEW.made_at, NEW.made_by)
    IS NOT (OLD.id, OLD.made, OLD.secret_sha256, OLD.scope, OLD.label, OLD.made_at, OLD.made_by)
  OR NEW.expires_at IS NOT OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'access_key can only be revoked'); END;
CREATE TRIGGER access_key_refuses_delete BEFORE DELETE ON access_key
BEGIN SELECT RAISE(ABORT, 'access_key can only be revoked'); END;
CREATE TRIGGER access_key_refuses_again BEFORE INSERT ON access_key
WHEN EXISTS (SELECT 1 FROM access_key WHERE id = NEW.id OR secret_sha256 = NEW.secret_sha256)
BEGIN SELECT RAISE(ABORT, 'access_key is there already'); END;
COMMIT;
