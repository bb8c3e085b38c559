//! The staff member behind a request. Their ID comes from the token, never from the request's fields.

use runtime::Staff;
use tonic::Request;
use uuid::Uuid;

use crate::error::Error;

/// Returns the staff member who sent a request. `None` for a program that does not act for staff.
pub fn staff_id<T>(request: &Request<T>) -> Result<Option<Uuid>, Error> {
    let staff = Staff::of(request).map(|staff| Uuid::parse_str(staff.id()));
    staff
        .transpose()
        .map_err(|_| Error::Impossible("a token of staff names no UUID"))
}
