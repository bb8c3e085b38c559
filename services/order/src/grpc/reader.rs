//! Filters the fields of an order by the caller's entry in the table of callers.

use proto::order::v1::Order;
use runtime::{Caller, Staff};

/// The permission for the shopper's email address and mobile number, and for the reasons of changes.
const CONTACT: &str = "contact";

/// The permission for the name, address and pincode of the recipient.
const RECIPIENT: &str = "recipient";

/// The permission for the token in the shopper's mail links, which opens the order for months.
const LINK: &str = "link";

/// The calling program.
#[derive(Debug)]
pub struct Reader {
    caller: Caller,
    /// True if the program calls for a staff member, whose permission was already checked.
    is_for_staff: bool,
}

impl Reader {
    /// Identifies the caller of a request.
    pub fn from_request<T>(request: &tonic::Request<T>) -> Self {
        Self {
            caller: Caller::of(request),
            is_for_staff: Staff::of(request).is_some(),
        }
    }

    /// Returns true for the program that sends mails. Staff do not get the link, because it outlives their
    /// session token.
    pub fn may_read_link(&self) -> bool {
        !self.is_for_staff && self.caller.may_read(LINK)
    }

    /// Removes the shopper's data that the caller may not read.
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
