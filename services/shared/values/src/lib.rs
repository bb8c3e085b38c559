//! What people type, and which page of a list a request asks for, checked once and in one way for every API: texts, names,
//! e-mail addresses, mobile numbers, pincodes; and the day in India of a moment.
//!
//! Each type is made by its `read`, which trims and normalises, and refuses what a database, a mail or another reader's
//! screen could trip over. Two values that look alike to a machine are equal bytes afterwards. What is refused names the
//! rule that it breaks; the sentences a shopper reads belong to the services, save those of [`BrokenText`], which say what to
//! change in any text.

mod email;
mod india;
mod mailbox;
mod numbers;
mod page;
mod person_name;
mod text;
mod upi_id;

pub use email::Email;
pub use india::{INDIA, day_in_india};
pub use mailbox::mailbox;
pub use numbers::{MobileNumber, Pincode};
pub use page::{Page, Place};
pub use person_name::PersonName;
pub use text::{BrokenText, Line, Paragraphs};
pub use upi_id::UpiId;
