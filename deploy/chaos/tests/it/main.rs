//! Short forms of the experiments of `make chaos`, for `make test`.

mod experiments;
