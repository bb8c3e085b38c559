import { type FormEvent, useRef } from 'react';
import { contactMessages } from '../../messages/contact';
import { contactFields, type ContactField } from '../../rules/contact';
import hosts from '../../rules/email_domains.json';
import button from '../../ui/button.module.css';
import { Field } from '../../ui/Field';
import { focusFirst } from '../../ui/focus_first';
import form from '../../ui/form.module.css';
import { SelectField } from '../../ui/SelectField';
import { contactDraft } from './draft';
import { useContactForm } from './use_contact_form';

const texts = contactMessages;
const anyOf = new Intl.ListFormat('en-IN', { type: 'disjunction' });

/** The contact form. What is typed stays until it is sent. */
export function ContactForm() {
  const element = useRef<HTMLFormElement>(null);
  const { values, problems, sending, leaving, submit } = useContactForm();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const found = await submit();
    focusFirst(
      element.current,
      contactFields.filter((field) => found[field]),
    );
  }

  const control = (name: ContactField) => ({
    name,
    value: values[name],
    problem: problems[name],
    onChange: (value: string) => contactDraft.setField(name, value),
  });
  const field = (name: ContactField) => ({ ...control(name), readOnly: sending });

  return (
    <form ref={element} className={form.card} noValidate onSubmit={onSubmit}>
      <Field {...field('name')} label={texts.name} autoComplete="name" />
      <Field
        {...field('email')}
        label={texts.email}
        hint={texts.emailHint(anyOf.format(hosts))}
        autoComplete="email"
        type="email"
        inputMode="email"
      />
      <Field
        {...field('phone')}
        label={texts.phone}
        hint={texts.phoneHint}
        autoComplete="tel-national"
        type="tel"
        inputMode="numeric"
      />
      <SelectField
        {...control('subject')}
        label={texts.subject}
        placeholder={texts.selectSubject}
        options={texts.subjects}
        disabled={sending}
      />
      <Field {...field('message')} label={texts.message} autoComplete="off" multiline />
      <button type="submit" className={button.primary} disabled={sending || leaving}>
        {label(sending, leaving)}
      </button>
    </form>
  );
}

function label(sending: boolean, leaving: boolean): string {
  if (leaving) return texts.toLogin;
  return sending ? texts.submitting : texts.submit;
}
