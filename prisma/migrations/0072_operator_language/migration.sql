-- The language that an account reads the console in; null: that of its browser.
ALTER TABLE operator ADD COLUMN language TEXT CHECK (language IN ('en', 'zh-CN', 'ja'));
