-- Sessions are cleared away by when they were last used and by when they began.
CREATE INDEX sessions_last_used ON sessions (last_used_at);
CREATE INDEX sessions_created ON sessions (created_at);
