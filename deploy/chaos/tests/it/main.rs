//! What `make test` tells of `make chaos`.

mod stories;
