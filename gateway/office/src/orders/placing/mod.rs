//! Phone and `WhatsApp` orders, placed by staff under the same prices and rules as online orders.

mod conflict;
pub(crate) mod new_order;
pub(crate) mod quote;
