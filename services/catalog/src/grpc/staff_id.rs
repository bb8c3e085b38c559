//! Who of the staff asks: whoever the token names.

use runtime::Staff;
use tonic::Request;
use uuid::Uuid;

use crate::error::Error;

/// Who of the staff asks. Without a token nobody writes: a history that does not say who did is none.
pub fn staff_id<T>(request: &Request<T>) -> Result<Uuid, Error> {
    let staff = Staff::of(request).ok_or(Error::NotStaff)?;
    Uuid::parse_str(staff.id()).map_err(|_| Error::Impossible("a token of staff names no UUID"))
}
