//! Checkout: validates, prices, reserves and stores an order, once for each key.

pub(crate) mod catalog;
pub(crate) mod checkout_lines;
pub(crate) mod checkout_request;
pub(crate) mod checkout_store;
pub(crate) mod idempotency;
pub(crate) mod in_flight;
pub(crate) mod inventory;
pub(crate) mod order_number;
pub(crate) mod place_order;
pub(crate) mod price;
pub(crate) mod unconfirmed_bounds;
pub(crate) mod validated_checkout;
