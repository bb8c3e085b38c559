use std::{ops::Deref, sync::Arc};

use axum::extract::FromRef;
use runtime::Frame;
use tokio_util::sync::CancellationToken;
use web::{TrustedProxies, fetched_files::FetchedFiles};

use crate::{
    clients::Clients,
    csv::export_slots::ExportSlots,
    health,
    imports::starting::ImportSlots,
    photos::uploading::UploadSlots,
    request::rate_limits::RateLimits,
    server_status::ServerStatus,
    session::cookie::{SessionCookie, session_cookie},
    settings::Settings,
    site::Site,
};

/// Declares the parts that handlers can extract from the state, each by its type.
macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident: $type:ty,)*) => {
        #[derive(Debug)]
        pub(crate) struct Parts {
            $($(#[$doc])* pub(crate) $part: $type,)*
        }

        $(impl FromRef<App> for $type {
            fn from_ref(app: &App) -> Self {
                app.0.$part.clone()
            }
        })*
    };
}

parts! {
    clients: Arc<Clients>,
    cookie: Arc<SessionCookie>,
    rate_limits: Arc<RateLimits>,
    trusted_proxies: Arc<TrustedProxies>,
    site: Arc<Site>,
    server_status: ServerStatus,
    photo_files: Arc<FetchedFiles>,
    uploads: Arc<UploadSlots>,
    import_slots: Arc<ImportSlots>,
    exports: Arc<ExportSlots>,
    /// Cancelled when the program starts to shut down.
    draining: CancellationToken,
}

/// The state of the router. Each handler extracts only the parts that it needs.
#[derive(Debug, Clone)]
pub(crate) struct App(Arc<Parts>);

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Opens no connection: the first call to a service connects.
    pub(crate) fn new(settings: Settings, frame: &Frame) -> Self {
        let web = settings.web;
        let parts = Parts {
            clients: Arc::new(Clients::new(settings.services, frame)),
            cookie: Arc::new(session_cookie(web.is_over_tls())),
            rate_limits: Arc::new(RateLimits::new(settings.rates)),
            site: Arc::new(Site::new(&settings.site_dir)),
            server_status: ServerStatus::new(settings.server_status),
            photo_files: Arc::default(),
            uploads: Arc::default(),
            import_slots: Arc::default(),
            exports: Arc::default(),
            trusted_proxies: Arc::new(web.trusted_proxies),
            draining: frame.draining(),
        };
        Self(Arc::new(parts))
    }
}

/// Starts the background tasks of the gateway.
pub(crate) fn spawn_tasks(app: &App, frame: &Frame) {
    let clients = Arc::clone(&app.clients);
    frame.spawn("services", health::watch(clients, frame.stopping()));
}
