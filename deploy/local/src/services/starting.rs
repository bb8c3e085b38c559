//! Starts a service with its settings.

use super::Services;
use crate::{registry::Service, task::Task};

impl Services {
    pub(super) async fn spawn(&self, service: Service, listen: runtime::Settings) -> anyhow::Result<Task> {
        let name = service.name();
        let database = database::Settings::new(self.database_url(service));
        let events = outbox::Settings::new(&self.nats_urls[&service]);
        match service {
            Service::Catalog => {
                let photos = catalog::PhotoSettings::folder(&self.shop.photo_folder);
                let settings = catalog::Settings {
                    database,
                    events,
                    photos,
                };
                Task::start(name, listen, |frame| catalog::service(settings, frame)).await
            }
            Service::Identity => {
                let settings = self.identity(database, events);
                Task::start(name, listen, |frame| identity::service(settings, frame)).await
            }
            Service::Review => {
                let settings = self.review(database, events);
                Task::start(name, listen, |frame| review::service(settings, frame)).await
            }
            Service::Contact => {
                let settings = contact::Settings {
                    database,
                    events,
                    identity_url: self.url(Service::Identity),
                    reply_address: None,
                    mail_authserv_id: None,
                };
                Task::start(name, listen, |frame| contact::service(settings, frame)).await
            }
            Service::Inventory => {
                let settings = inventory::Settings {
                    database,
                    events,
                    sample_stock: true,
                    catalog_url: self.url(Service::Catalog),
                    identity_url: self.url(Service::Identity),
                };
                Task::start(name, listen, |frame| inventory::service(settings, frame)).await
            }
            Service::Order => {
                let settings = self.order(database, events);
                Task::start(name, listen, |frame| order::service(settings, frame)).await
            }
            Service::Payment => {
                let settings = self.payment(database, events);
                Task::start(name, listen, |frame| payment::service(settings, frame)).await
            }
            Service::Billing => {
                let settings = self.billing(database, events);
                Task::start(name, listen, |frame| billing::service(settings, frame)).await
            }
            Service::Notification => {
                let settings = self.notification(database, events)?;
                Task::start(name, listen, |frame| notification::service(settings, frame)).await
            }
        }
    }

    fn payment(&self, database: database::Settings, events: outbox::Settings) -> payment::Settings {
        payment::Settings {
            database,
            events,
            order_url: self.url(Service::Order),
            catalog_url: self.url(Service::Catalog),
            provider: self.shop.provider.clone(),
            site_url: self.shop.site_url.to_string(),
        }
    }

    fn billing(&self, database: database::Settings, events: outbox::Settings) -> billing::Settings {
        billing::Settings {
            database,
            events,
            order_url: self.url(Service::Order),
            catalog_url: self.url(Service::Catalog),
            invoice_at: billing::InvoiceAt::Packing,
        }
    }

    fn review(&self, database: database::Settings, events: outbox::Settings) -> review::Settings {
        review::Settings {
            database,
            events,
            order_url: self.url(Service::Order),
            sample_reviews: true,
            catalog_url: self.url(Service::Catalog),
            identity_url: self.url(Service::Identity),
        }
    }

    fn identity(&self, database: database::Settings, events: outbox::Settings) -> identity::Settings {
        identity::Settings {
            database,
            events,
            mail: self.shop.mail.clone(),
            catalog_url: self.url(Service::Catalog),
            code_key: self.shop.keys.codes.clone(),
            email_domains: identity::EMAIL_DOMAINS.map(str::to_owned).into(),
            staff_token_key: Some(self.staff_token_key.clone()),
            office_url: self.shop.office_url.clone(),
            password_wait_ms: identity::PASSWORD_WAIT_MS,
        }
    }

    fn notification(
        &self,
        database: database::Settings,
        events: outbox::Settings,
    ) -> anyhow::Result<notification::Settings> {
        Ok(notification::Settings {
            database,
            events,
            mail: self.shop.mail.clone(),
            shop_email: notification::SAMPLE_SHOP_EMAIL.parse()?,
            site_url: self.shop.site_url.clone(),
            recipient_key: self.shop.keys.recipients.clone(),
            order_url: self.url(Service::Order),
            contact_url: self.url(Service::Contact),
            inventory_url: self.url(Service::Inventory),
            catalog_url: self.url(Service::Catalog),
            billing_url: self.url(Service::Billing),
            pace: notification::RetryPace::default(),
        })
    }

    fn order(&self, database: database::Settings, events: outbox::Settings) -> order::Settings {
        order::Settings {
            database,
            events,
            catalog_url: self.url(Service::Catalog),
            catalog_deadline_ms: 2_000,
            inventory_url: self.url(Service::Inventory),
            inventory_deadline_ms: self.shop.inventory_deadline_ms,
            sell_without_stock: false,
            // On a laptop all shoppers, above all tests, order from one address with a few mobile numbers.
            max_unconfirmed_packs: 0,
            max_unconfirmed_network_packs: 0,
            guest_order_packs: 0,
            guest_order_rupees: 0,
            cod_up_to_rupees: 10_000,
            unconfirmed_order_hours: 48,
            identity_url: self.url(Service::Identity),
            online_payment_minutes: self.shop.online_payment_minutes,
            order_link_key: self.shop.keys.order_links.clone(),
        }
    }
}
