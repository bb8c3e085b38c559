//! Status changes of orders, and the permissions of their actors.

pub(crate) mod failed_proofs;
pub(crate) mod ownership;
pub(crate) mod returned_lines;
pub(crate) mod shipment;
pub(crate) mod shipping_store;
pub(crate) mod transition_order;
pub(crate) mod transition_request;
pub(crate) mod unconfirmed;
pub(crate) mod unconfirmed_orders;
pub(crate) mod unconfirmed_sum;
