//! Who of the staff asks: whoever the token names, whatever the request says.

use runtime::Staff;
use tonic::Request;
use uuid::Uuid;

use crate::error::Error;

/// Who of the staff sent a request; none when it came from another program than an office.
pub fn staff_id<T>(request: &Request<T>) -> Result<Option<Uuid>, Error> {
    let staff = Staff::of(request).map(|staff| Uuid::parse_str(staff.id()));
    staff
        .transpose()
        .map_err(|_| Error::Impossible("a token of staff names no UUID"))
}
