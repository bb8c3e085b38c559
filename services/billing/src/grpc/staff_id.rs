//! Who of the staff asks: whoever the token names, whatever the request says.

use runtime::Staff;
use tonic::Request;
use uuid::Uuid;

use crate::error::Error;

/// For whom of the staff a request was sent; none where programs do not say.
pub fn staff_id<T>(request: &Request<T>) -> Result<Option<Uuid>, Error> {
    let staff = Staff::of(request).map(|staff| Uuid::parse_str(staff.id()));
    let staff = staff.transpose();
    staff.map_err(|_| Error::Impossible("a token of staff names no UUID"))
}
