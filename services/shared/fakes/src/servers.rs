//! The servers, generated from the contract.

tonic::include_proto!("servers");
