//! Stories about the whole shop: real engines, every service, the gateway.

mod absent;
mod access;
mod accounts;
mod architecture;
mod asvs;
mod buying;
mod calls;
mod collector;
mod contact;
mod faults;
mod freshness;
mod layout;
mod odd_values;
mod older_versions;
mod privacy;
mod program;
mod query_plans;
mod references;
mod registry;
mod reviews;
mod roles;
mod settings;
mod shop;
mod sources;
mod traces;
mod violations;
