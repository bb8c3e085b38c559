//! The staff member of a request, from its token.

use runtime::Staff;
use tonic::Request;
use uuid::Uuid;

use crate::error::Error;

/// Returns the staff member's id. Fails without a token, because the history records who made each change.
pub fn staff_id<T>(request: &Request<T>) -> Result<Uuid, Error> {
    let staff = Staff::of(request).ok_or(Error::NotStaff)?;
    Uuid::parse_str(staff.id()).map_err(|_| Error::Impossible("a token of staff names no UUID"))
}
