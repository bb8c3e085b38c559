use runtime::{
    Call, CallerKey, CallerSettings, Callers, Identity, STAFF_TOKEN_HEADER, STAFF_TOKEN_SIGNER, StaffClaims,
    StaffTokenKey,
};
use time::OffsetDateTime;
use tonic::Request;

/// The keys of an office and of the signer of staff tokens.
#[derive(Debug)]
pub struct OfficeKeys {
    office: CallerKey,
    signer: CallerKey,
}

impl OfficeKeys {
    /// Generates keys.
    #[expect(clippy::new_without_default, reason = "each call makes new keys")]
    pub fn new() -> Self {
        Self {
            office: CallerKey::generate(),
            signer: CallerKey::generate(),
        }
    }

    /// The access control settings of a service that only the office calls.
    pub fn callers(&self) -> CallerSettings {
        let key_of = |name: &str| {
            let key = if name == STAFF_TOKEN_SIGNER {
                &self.signer
            } else {
                &self.office
            };
            key.public().to_string()
        };
        let callers: Callers = Callers::setting(["office", STAFF_TOKEN_SIGNER], key_of)
            .parse()
            .expect("it was written here");
        CallerSettings {
            callers: Some(callers),
            ..CallerSettings::default()
        }
    }

    /// The office's identity.
    pub fn identity(&self) -> Identity {
        Identity::new("office", self.office.clone())
    }

    /// A call for a staff member who has its permission and has just re-authenticated.
    pub fn request<C: Call>(&self, staff_id: &str, message: C) -> Request<C> {
        let permission = C::METHOD.staff.map(|rule| rule.permission);
        self.request_with(permission.as_slice(), staff_id, message)
    }

    /// A call for a staff member with these permissions who has just re-authenticated.
    pub fn request_with<C: Call>(&self, permissions: &[&str], staff_id: &str, message: C) -> Request<C> {
        let claims = StaffClaims {
            staff_id: staff_id.to_owned(),
            permissions: permissions.iter().map(|text| (*text).to_owned()).collect(),
            audience: C::METHOD.service.to_owned(),
            method: C::METHOD.name.to_owned(),
            about: message.subject().to_owned(),
            is_reauthenticated: true,
        };
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let token = StaffTokenKey::from(self.signer.clone()).sign(&claims, now);
        let mut request = Request::new(message);
        let token = token.parse().expect("a token is a header's value");
        request.metadata_mut().insert(STAFF_TOKEN_HEADER, token);
        request
    }
}
