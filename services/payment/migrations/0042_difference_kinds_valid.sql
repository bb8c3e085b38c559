ALTER TABLE differences VALIDATE CONSTRAINT differences_kind;
