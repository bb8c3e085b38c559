//! Filters the fields of an order by the caller's entry in the table of callers, and those of lists by the role of
//! the staff member.

use proto::order::v1::Order;
use runtime::{Caller, Staff};

/// The permission for the shopper's email address and mobile number, and for the reasons of changes.
const CONTACT: &str = "contact";

/// The permission for the name, address and pincode of the recipient.
const RECIPIENT: &str = "recipient";

/// The permission for the token in the shopper's mail links, which opens the order for months.
const LINK: &str = "link";

/// The staff permissions to change or export the shopper's data. A role with one of them reads it in lists, too.
const UNMASKED: [&str; 2] = ["orders.correct", "orders.export"];

/// The calling program.
#[derive(Debug)]
pub struct Reader {
    caller: Caller,
    /// The staff member for whom the program calls. Their permission for the method was already checked.
    staff: Option<Staff>,
}

impl Reader {
    /// Identifies the caller of a request.
    pub fn from_request<T>(request: &tonic::Request<T>) -> Self {
        Self {
            caller: Caller::of(request),
            staff: Staff::of(request),
        }
    }

    /// Returns true for the program that sends mails. Staff do not get the link, because it outlives their
    /// session token.
    pub fn may_read_link(&self) -> bool {
        self.staff.is_none() && self.caller.may_read(LINK)
    }

    /// Removes the shopper's data that the caller may not read.
    pub fn readable(&self, mut order: Order) -> Order {
        if self.staff.is_some() {
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

    /// Masks the shopper's data in an order of a list for staff who can neither correct nor export orders, such as
    /// packers: no email address, the end of the mobile number, and the town of the address.
    pub fn listed(&self, order: Order) -> Order {
        let order = self.readable(order);
        let may_read = |staff: &Staff| UNMASKED.iter().any(|permission| staff.may(permission));
        if self.staff.as_ref().is_none_or(may_read) {
            return order;
        }
        masked(order)
    }
}

fn masked(mut order: Order) -> Order {
    let digits = order.mobile_number.len().saturating_sub(4);
    order.mobile_number = format!("…{}", order.mobile_number.get(digits..).unwrap_or_default());
    let town = order.delivery_address.rsplit([',', '\n']).next();
    order.delivery_address = town.unwrap_or_default().trim().to_owned();
    order.email.clear();
    order
}
