//! Export and erasure of shoppers' personal data.

pub(crate) mod data_request;
pub(crate) mod data_requests;
pub(crate) mod erasure;
pub(crate) mod erasures;
pub(crate) mod own_data;
