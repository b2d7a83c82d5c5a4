-- What a consumer group is for, in the operators' words. Nodes of the release before write neither column: the group keeps its
-- description, and a version that they write in the meantime has none.
ALTER TABLE consumer_group ADD COLUMN description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 500);
ALTER TABLE consumer_group_version ADD COLUMN description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 500);
