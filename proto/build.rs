//! Generates Rust from the .proto files, without an installed `protoc`: messages, clients and servers by tonic,
//! and for each method its path and access rules.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use prost::Message as _;
use protox::prost_reflect::{
    DescriptorPool, DynamicMessage, ExtensionDescriptor, Kind, MessageDescriptor, MethodDescriptor,
    ServiceDescriptor,
};

/// The idempotency level of a method that only reads, a number of protobuf's own options.
const NO_SIDE_EFFECTS: i32 = 1;

fn main() -> anyhow::Result<()> {
    println!("cargo:rerun-if-changed=shop");
    let mut files = Vec::new();
    find_files(Path::new("shop"), &mut files)?;
    files.sort();
    let mut compiler = protox::Compiler::new(["."])?;
    compiler.include_imports(true).include_source_info(true);
    compiler.open_files(&files)?;
    let descriptors = compiler.file_descriptor_set();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    let path = out.join("descriptors.bin");
    fs::write(&path, descriptors.encode_to_vec())?;
    println!("cargo:descriptors={}", path.display());
    fs::write(out.join("methods.rs"), methods(&compiler.descriptor_pool())?)?;
    // A message that travels in an error's details is known by its name.
    let mut config = tonic_prost_build::Config::new();
    config
        .enable_type_names()
        .type_name_domain(["."], "type.googleapis.com");
    tonic_prost_build::configure().compile_fds_with_config(descriptors, config)?;
    Ok(())
}

fn find_files(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}

/// An `impl contract::Call` for each request message, and the tables of all methods and rights.
fn methods(pool: &DescriptorPool) -> anyhow::Result<String> {
    let extension = |name| {
        let found = pool.get_extension_by_name(name);
        found.ok_or_else(|| anyhow::anyhow!("{name} is missing"))
    };
    let access = extension("shop.access.v1.access")?;
    let deadline = extension("shop.access.v1.deadline_ms")?;
    let rights = extension("shop.access.v1.rights")?;
    let (mut calls, mut all, mut all_rights) = (String::new(), String::new(), String::new());
    for service in pool.services() {
        for method in service.methods() {
            write_call(&mut calls, &service, &method, (&access, &deadline))?;
            writeln!(
                all,
                "    <{} as contract::Call>::METHOD,",
                rust_type(method.input().full_name())
            )?;
        }
        write_rights(&mut all_rights, &service, &rights)?;
    }
    Ok(format!(
        "{calls}const METHODS: &[&contract::Method] = &[\n{all}];\n\
         const RIGHTS: &[contract::Rights] = &[\n{all_rights}];\n"
    ))
}

fn write_call(
    text: &mut String,
    service: &ServiceDescriptor,
    method: &MethodDescriptor,
    (access, deadline): (&ExtensionDescriptor, &ExtensionDescriptor),
) -> anyhow::Result<()> {
    let (full_name, name) = (service.full_name(), method.name());
    let (request, answer) = (method.input(), method.output());
    anyhow::ensure!(
        request.name() == format!("{name}Request"),
        "{full_name}.{name} has another's request"
    );
    let options = method.options();
    let access = options.get_extension(access);
    let access = access.as_message().expect("the option is a message");
    let level = options.get_field_by_name("idempotency_level");
    let level = level.and_then(|level| level.as_enum_number()).unwrap_or_default();
    let is_repeatable = level != 0;
    let is_impersonal = is_set(access, "is_impersonal");
    anyhow::ensure!(
        !is_impersonal || level == NO_SIDE_EFFECTS,
        "{full_name}.{name} changes something, so the staff log needs it"
    );
    let permission = one_text(access, "permission");
    let staff = if permission.is_empty() {
        "None".to_owned()
    } else {
        let needs_reauthentication = is_set(access, "needs_reauthentication");
        let subjects = field_path(&request, &one_text(access, "subjects"))?;
        let shown = field_path(&answer, &one_text(access, "shown"))?;
        let mut subject = String::new();
        for field in texts(access, "subject") {
            let number = request.get_field_by_name(&field).map(|field| field.number());
            let number = number.ok_or_else(|| anyhow::anyhow!("{full_name}.{name} has no field {field}"))?;
            write!(subject, "({number}, {field:?}), ")?;
        }
        format!(
            "Some(contract::StaffRule {{ permission: {permission:?}, needs_reauthentication: \
             {needs_reauthentication}, subject: &[{subject}], subjects: &{subjects:?}, shown: &{shown:?}, \
             is_impersonal: {is_impersonal} }})"
        )
    };
    let subject = match texts(access, "subject").as_slice() {
        [] => String::new(),
        [first, others @ ..] => {
            let others = others
                .iter()
                .map(|field| format!(" else if !self.{field}.is_empty() {{ &self.{field} }}"));
            format!(
                "    fn subject(&self) -> &str {{ if !self.{first}.is_empty() {{ &self.{first} }}{} else {{ \"\" }} }}\n",
                others.collect::<String>()
            )
        }
    };
    let deadline = match options.get_extension(deadline).as_u32() {
        None | Some(0) => "None".to_owned(),
        Some(ms) => format!("Some(std::time::Duration::from_millis({ms}))"),
    };
    writeln!(
        text,
        "impl contract::Call for {} {{\n    type Answer = {};\n    const METHOD: &'static contract::Method = \
         &contract::Method {{ service: {full_name:?}, name: {name:?}, path: \"/{full_name}/{name}\", \
         is_repeatable: {is_repeatable}, deadline: {deadline}, callers: &{:?}, staff: {staff} }};\n{subject}}}",
        rust_type(request.full_name()),
        rust_type(answer.full_name()),
        texts(access, "callers"),
    )?;
    Ok(())
}

fn write_rights(
    text: &mut String,
    service: &ServiceDescriptor,
    rights: &ExtensionDescriptor,
) -> anyhow::Result<()> {
    let options = service.options();
    let rights = options.get_extension(rights);
    for right in rights.as_list().expect("the option is repeated") {
        let right = right.as_message().expect("the option is a message");
        writeln!(
            text,
            "    contract::Rights {{ service: {:?}, caller: {:?}, reads: &{:?}, acts_as: {:?} }},",
            service.full_name(),
            one_text(right, "caller"),
            texts(right, "reads"),
            one_text(right, "acts_as"),
        )?;
    }
    Ok(())
}

/// The field numbers of a path to a text, such as `orders.order_number`. Empty for an empty path.
fn field_path(message: &MessageDescriptor, path: &str) -> anyhow::Result<Vec<u32>> {
    let (mut kind, mut numbers) = (Kind::Message(message.clone()), Vec::new());
    for name in path.split('.').filter(|name| !name.is_empty()) {
        let field = kind.as_message().and_then(|inner| inner.get_field_by_name(name));
        let field = field.ok_or_else(|| anyhow::anyhow!("{} has no field {path}", message.full_name()))?;
        numbers.push(field.number());
        kind = field.kind();
    }
    anyhow::ensure!(
        numbers.is_empty() || kind == Kind::String,
        "{path} of {} is no text",
        message.full_name()
    );
    Ok(numbers)
}

/// The value of a yes-or-no field.
fn is_set(message: &DynamicMessage, field: &str) -> bool {
    let value = message.get_field_by_name(field);
    value.and_then(|value| value.as_bool()).unwrap_or_default()
}

/// The value of a text field.
fn one_text(message: &DynamicMessage, field: &str) -> String {
    let value = message
        .get_field_by_name(field)
        .expect("access.proto has the field");
    value.as_str().expect("it is a text").to_owned()
}

/// The values of a repeated text field.
fn texts(message: &DynamicMessage, field: &str) -> Vec<String> {
    let value = message
        .get_field_by_name(field)
        .expect("access.proto has the field");
    let values = value.as_list().expect("it is repeated").iter();
    values
        .map(|value| value.as_str().expect("it is a text").to_owned())
        .collect()
}

/// The path of a message's Rust type: `shop.order.v1.Order` is `crate::order::v1::Order`.
fn rust_type(full_name: &str) -> String {
    format!(
        "crate::{}",
        full_name.trim_start_matches("shop.").replace('.', "::")
    )
}
