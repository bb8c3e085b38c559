-- Where a pincode lies. Planted from a list of India Post's; what an operator changes here stays.
CREATE TABLE pincodes (
    pincode text PRIMARY KEY CHECK (pincode ~ '^[0-9]{6}$'),
    district text NOT NULL,
    state text NOT NULL,
    -- Instead of what its district and state say; absent for nearly all.
    zone text CHECK (zone IN ('city', 'near', 'metro', 'rest', 'far'))
);

CREATE TABLE planted (
    what text PRIMARY KEY,
    planted_at timestamptz NOT NULL DEFAULT now()
);
