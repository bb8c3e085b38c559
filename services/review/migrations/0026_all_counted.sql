-- Reviews from before ratings were counted by product. A sweep did it some at a time: where that ran, none is left.
UPDATE reviews SET is_counted = true WHERE NOT is_counted;
