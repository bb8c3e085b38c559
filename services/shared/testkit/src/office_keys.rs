use runtime::{
    CallerKey, CallerSettings, Callers, Grant, Identity, STAFF_TOKEN_HEADER, StaffClaims, StaffRule,
    StaffTokenKey,
};
use time::OffsetDateTime;
use tonic::Request;

/// A method of a service, with the permission that staff need.
pub type StaffMethod = (&'static str, &'static str);

/// The keys of an office and of the signer of staff tokens, for one service.
#[derive(Debug)]
pub struct OfficeKeys {
    office: CallerKey,
    signer: CallerKey,
    service: &'static str,
    methods: &'static [StaffMethod],
}

impl OfficeKeys {
    /// Generates keys for an office that may call these methods of a gRPC service for staff.
    pub fn new(service: &'static str, methods: &'static [StaffMethod]) -> Self {
        Self {
            office: CallerKey::generate(),
            signer: CallerKey::generate(),
            service,
            methods,
        }
    }

    /// The access control settings of the service.
    pub fn callers(&self) -> CallerSettings {
        let rules = self.methods.iter().map(|(method, permission)| {
            let rule = StaffRule {
                permission: (*permission).to_owned(),
                is_reauthenticated: false,
                about: Vec::new(),
            };
            ((*method).to_owned(), rule)
        });
        let office = Grant {
            name: "office".to_owned(),
            actors: vec!["staff".to_owned()],
            staff: rules.collect(),
            ..Grant::default()
        };
        let signer = Grant {
            name: "staff".to_owned(),
            signs_staff_tokens: true,
            ..Grant::default()
        };
        let key_of = |name: &str| {
            let key = if name == "office" {
                &self.office
            } else {
                &self.signer
            };
            key.public().to_string()
        };
        let callers: Callers = Callers::setting(&[office, signer], key_of)
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

    /// A call for a staff member with the permissions of all methods.
    pub fn request<T>(&self, staff_id: &str, method: &str, message: T) -> Request<T> {
        self.request_to(self.service, staff_id, method, message)
    }

    /// The same for another gRPC service of the same program.
    pub fn request_to<T>(&self, service: &str, staff_id: &str, method: &str, message: T) -> Request<T> {
        let permissions = self.methods.iter().map(|(_, permission)| *permission);
        let claims = StaffClaims {
            staff_id: staff_id.to_owned(),
            permissions: permissions.map(str::to_owned).collect(),
            audience: service.to_owned(),
            method: method.to_owned(),
            about: String::new(),
            is_reauthenticated: false,
        };
        let now = OffsetDateTime::now_utc().unix_timestamp();
        let token = StaffTokenKey::from(self.signer.clone()).sign(&claims, now);
        let mut request = Request::new(message);
        let token = token.parse().expect("a token is a header's value");
        request.metadata_mut().insert(STAFF_TOKEN_HEADER, token);
        request
    }
}
