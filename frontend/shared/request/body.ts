/** Returns a request with a body, as JSON or form data, and the caller's cookie. */
export function sending(body: object): RequestInit {
  const init: RequestInit = { credentials: 'include' };
  if (body instanceof FormData) return { ...init, body };
  return { ...init, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** Converts values to form data. */
export function formData(values: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, String(value));
  return form;
}
