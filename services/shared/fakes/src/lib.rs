//! Fakes of services for the tests of several others, and the contract's servers for all fakes: a method that a
//! fake lacks answers UNIMPLEMENTED. The servers in `proto` have no such answer, so the compiler finds each
//! method that a service lacks.
//!
//! Only for dev-dependencies.

mod fake_orders;
mod fake_shop;
mod servers;

pub use fake_orders::FakeOrders;
pub use fake_shop::FakeShop;
pub use servers::shop::*;
