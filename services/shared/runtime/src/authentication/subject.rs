//! Reads texts from encoded messages: the subject of an office request, such as an order's id, and the numbers
//! that an answer shows.

use bytes::{Buf as _, Bytes};
use http::Request;
use http_body_util::{BodyExt as _, Full, Limited};
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use tonic::body::Body;

/// Size limit of a request whose subject is read, in bytes: twice that of services for such calls.
const LARGEST: usize = 256 * 1024;

/// The size of a gRPC frame's header, in bytes: a compression flag and the length.
const FRAME_HEAD: usize = 5;

/// Checks that the request is about `about`, which is in the first of these fields with a value. Returns the
/// request unchanged, or `None` if its subject differs or cannot be read.
pub(crate) async fn request_about(
    request: Request<Body>,
    fields: &[(u32, &str)],
    about: &str,
) -> Option<Request<Body>> {
    let (head, body) = request.into_parts();
    let body = Limited::new(body, LARGEST).collect().await.ok()?.to_bytes();
    if subject(&body, fields)? != about.as_bytes() {
        return None;
    }
    Some(Request::from_parts(head, Body::new(Full::new(body))))
}

/// The subject of the message in a body of one gRPC frame. `None` if the body is not one.
fn subject(body: &Bytes, fields: &[(u32, &str)]) -> Option<Bytes> {
    let is_plain = body.first() == Some(&0);
    let length = body.get(1..FRAME_HEAD)?;
    let length = usize::try_from(u32::from_be_bytes(length.try_into().ok()?)).ok()?;
    if !is_plain || body.len() != FRAME_HEAD + length {
        return None;
    }
    subject_of(&body.slice(FRAME_HEAD..), fields)
}

/// The subject of an encoded message: the value of the first of these text fields that has one. Empty if none
/// has, `None` if the message cannot be read. The fields are those of [`StaffRule::subject`].
///
/// [`StaffRule::subject`]: contract::StaffRule::subject
pub fn subject_of(message: &Bytes, fields: &[(u32, &str)]) -> Option<Bytes> {
    let mut subject = Bytes::new();
    for (field, _) in fields.iter().rev() {
        // If a field is repeated, the last value counts, as for the service.
        let value = texts_at(message.clone(), &[*field])?.pop();
        subject = value.filter(|value| !value.is_empty()).unwrap_or(subject);
    }
    Some(subject)
}

/// The values of the text field at this path of an encoded message, such as `[1, 2]` for the numbers of its
/// orders. Empty for an empty path, `None` if the message cannot be read.
pub fn texts_at(mut message: Bytes, path: &[u32]) -> Option<Vec<Bytes>> {
    let mut values = Vec::new();
    let Some((field, path)) = path.split_first() else {
        return Some(values);
    };
    while message.has_remaining() {
        let (number, wire_type) = decode_key(&mut message).ok()?;
        if number != *field {
            skip_field(wire_type, number, &mut message, DecodeContext::default()).ok()?;
            continue;
        }
        let length = usize::try_from(decode_varint(&mut message).ok()?).ok()?;
        if wire_type != WireType::LengthDelimited || length > message.len() {
            return None;
        }
        let value = message.split_to(length);
        if path.is_empty() {
            values.push(value);
        } else {
            values.extend(texts_at(value, path)?);
        }
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;

    /// A frame with a message of these text fields.
    fn frame(fields: &[(u32, &str)]) -> Bytes {
        let mut message = Vec::new();
        for (number, value) in fields {
            prost::encoding::string::encode(*number, &(*value).to_owned(), &mut message);
        }
        framed(&message)
    }

    fn framed(message: &[u8]) -> Bytes {
        let length = u32::try_from(message.len()).expect("it is short").to_be_bytes();
        [&[0], &length[..], message].concat().into()
    }

    fn read(body: &Bytes, fields: &[u32]) -> Option<String> {
        let fields: Vec<_> = fields.iter().map(|field| (*field, "")).collect();
        let found = subject(body, &fields)?;
        Some(String::from_utf8(found.to_vec()).expect("it is text"))
    }

    #[test]
    fn reads_the_first_named_field_with_a_value() {
        let body = frame(&[(1, "a"), (3, "c"), (2, "b")]);
        assert_eq!(read(&body, &[1]).as_deref(), Some("a"));
        assert_eq!(read(&body, &[2, 1]).as_deref(), Some("b"));
        assert_eq!(read(&body, &[9, 3]).as_deref(), Some("c"));
        assert_eq!(read(&body, &[9]).as_deref(), Some(""));
        assert_eq!(read(&framed(&[]), &[1]).as_deref(), Some(""));
        let twice = frame(&[(1, "a"), (1, "z")]);
        assert_eq!(read(&twice, &[1]).as_deref(), Some("z"));
        let number = prost_types::Timestamp { seconds: 7, nanos: 1 };
        assert_eq!(read(&framed(&number.encode_to_vec()), &[3]).as_deref(), Some(""));
    }

    #[test]
    fn reads_nothing_of_a_body_that_a_service_would_read_in_another_way() {
        let good = frame(&[(1, "a")]);
        let compressed = [&[1], &good[1..]].concat();
        let two = [&good[..], &good[..]].concat();
        let cut = good[..good.len() - 1].to_vec();
        for body in [compressed, two, cut, Vec::new(), vec![0; 4]] {
            assert_eq!(read(&body.into(), &[1]), None);
        }
        let number = prost_types::Timestamp { seconds: 7, nanos: 0 };
        assert_eq!(read(&framed(&number.encode_to_vec()), &[1]), None);
    }

    #[test]
    fn reads_every_text_at_a_path() {
        let row = |number: &str| {
            let mut row = Vec::new();
            for (field, text) in [(1, "id"), (2, number)] {
                prost::encoding::string::encode(field, &text.to_owned(), &mut row);
            }
            row
        };
        let mut page = Vec::new();
        for row in [row("VM-1"), row("VM-2")] {
            prost::encoding::bytes::encode(1, &row, &mut page);
        }
        prost::encoding::string::encode(2, &"next".to_owned(), &mut page);
        let texts = |path: &[u32]| texts_at(page.clone().into(), path);
        assert_eq!(texts(&[1, 2]).expect("it can be read"), ["VM-1", "VM-2"]);
        assert_eq!(texts(&[2]).expect("it can be read"), ["next"]);
        for nothing in [&[][..], &[3], &[1, 3]] {
            assert_eq!(texts(nothing), Some(Vec::new()), "{nothing:?}");
        }
        page.pop();
        assert_eq!(texts_at(page.into(), &[1, 2]), None);
    }

    #[test]
    fn fuzz_of_subjects() {
        let good = frame(&[(1, "a"), (2, "b")]);
        fuzz::feed("subjects of requests", &[&good, &[0; 5]], |body| {
            let body = Bytes::copy_from_slice(body);
            let _ = subject(&body, &[(1, "a"), (2, "b")]);
            let _ = texts_at(body, &[1, 2]);
        });
    }
}
