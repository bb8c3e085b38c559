//! Values that users type, and pages of lists, with the same checks for every API: texts, names, mail
//! addresses, mobile numbers and pincodes. Also the day in India.
//!
//! Each type's `read` trims and normalises, and rejects what could harm a database, a mail or a reader's
//! screen. Equal values have equal bytes afterwards. An error names the broken rule. Services write the
//! messages for shoppers, apart from those of [`BrokenText`], which apply to any text.

mod email;
mod india;
mod mailbox;
mod numbers;
mod page;
mod person_name;
mod search;
mod text;
mod upi_id;

pub use email::Email;
pub use india::{INDIA, day_in_india};
pub use mailbox::mailbox;
pub use numbers::{MobileNumber, Pincode};
pub use page::{Cursor, Page};
pub use person_name::PersonName;
pub use search::{NamePart, SearchText};
pub use text::{BrokenText, Line, Paragraphs};
pub use upi_id::UpiId;
