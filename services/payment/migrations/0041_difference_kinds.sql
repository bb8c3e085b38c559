-- New kinds: an item of a list that a version cannot read, money that the provider was not told to take, and more that went back than came.
ALTER TABLE differences
    DROP CONSTRAINT differences_kind_check,
    ADD CONSTRAINT differences_kind CHECK (kind IN ('payment_unknown', 'payment_differs', 'payment_not_listed', 'refund_unknown',
      'refund_differs', 'refund_not_listed', 'unreadable', 'payment_not_taken', 'more_went_back')) NOT VALID;
