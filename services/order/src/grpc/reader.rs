//! The fields of an order that a caller reads, by the table of callers: a program gets those that its work needs.

use proto::order::v1::Order;
use runtime::{Caller, Staff};

/// The mail address and mobile number of a shopper, and what was typed as a reason.
const CONTACT: &str = "contact";

/// Where a parcel goes: name, address and pincode.
const RECIPIENT: &str = "recipient";

/// The token of the link in a shopper's mails, which opens the order for months.
const LINK: &str = "link";

/// The program that reads.
#[derive(Debug)]
pub struct Reader {
    caller: Caller,
    /// True if the program calls for a colleague, whose permission admitted the call.
    is_for_staff: bool,
}

impl Reader {
    /// The sender of a request.
    pub fn of<T>(request: &tonic::Request<T>) -> Self {
        Self {
            caller: Caller::of(request),
            is_for_staff: Staff::of(request).is_some(),
        }
    }

    /// True for the program that writes the mails. A link outlives the token of staff, so they get none.
    pub fn may_read_link(&self) -> bool {
        !self.is_for_staff && self.caller.may_read(LINK)
    }

    /// The order without what this program does not need to know of its shopper.
    pub fn readable(&self, mut order: Order) -> Order {
        if self.is_for_staff {
            return order;
        }
        if !self.caller.may_read(RECIPIENT) {
            order.full_name.clear();
            order.delivery_address.clear();
            order.pincode.clear();
        }
        if !self.caller.may_read(CONTACT) {
            order.email.clear();
            order.mobile_number.clear();
            for change in &mut order.changes {
                change.reason.clear();
            }
        }
        order
    }
}
