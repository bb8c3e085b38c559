//! The staff member of a request, from its token.

use runtime::Staff;
use tonic::Request;
use uuid::Uuid;

use crate::error::Error;

/// The id of the staff member who sent the request. `None` if a program sent it.
pub fn staff_id<T>(request: &Request<T>) -> Result<Option<Uuid>, Error> {
    let staff = Staff::of(request).map(|staff| Uuid::parse_str(staff.id()));
    let staff = staff.transpose();
    staff.map_err(|_| Error::Impossible("a token of staff names no UUID"))
}
