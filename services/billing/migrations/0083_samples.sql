-- Whether an order is of a shop that had not said yet who it is: its documents are samples, and none of its money is in the books. It is
-- decided with the first money or document of the order, and stays. Orders from before are none.
ALTER TABLE billed_orders ADD COLUMN is_sample boolean DEFAULT false;
ALTER TABLE billed_orders ALTER COLUMN is_sample DROP DEFAULT;

-- Samples are numbered by themselves, so that no number of a real document is used up. They may have gaps.
CREATE SEQUENCE sample_numbers;
