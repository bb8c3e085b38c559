import { contactWords } from '#words/contact';
import { language } from '#words/language';
import { contactSubjects } from '../../rules/contact';
import hosts from '../../rules/email_domains.json';
import button from 'shared/ui/button.module.css';
import { Field } from 'shared/ui/Field';
import form from 'shared/ui/form.module.css';
import { SelectField } from 'shared/ui/SelectField';
import { useContactForm } from './use_contact_form';

const texts = contactWords;
const anyOf = new Intl.ListFormat(language, { type: 'disjunction' });
const topics = Object.keys(contactSubjects) as (keyof typeof contactSubjects)[];
const subjects = topics.map((topic) => ({ value: contactSubjects[topic], label: texts.subjects[topic] }));

/** The contact form. The typed text stays until it is sent. */
export function ContactForm() {
  const { control, onSubmit, sending, leaving } = useContactForm();
  // A select element has no `readOnly`.
  const { readOnly, ...subject } = control('subject');

  return (
    <form className={form.card} noValidate onSubmit={onSubmit}>
      <Field {...control('name')} label={texts.name} autoComplete="name" />
      <Field
        {...control('email')}
        label={texts.email}
        hint={texts.emailHint(anyOf.format(hosts))}
        autoComplete="email"
        type="email"
        inputMode="email"
      />
      <Field
        {...control('phone')}
        label={texts.phone}
        hint={texts.phoneHint}
        autoComplete="tel-national"
        type="tel"
        inputMode="numeric"
      />
      <SelectField
        {...subject}
        label={texts.subject}
        placeholder={texts.selectSubject}
        options={subjects}
        disabled={readOnly}
      />
      <Field {...control('message')} label={texts.message} autoComplete="off" multiline />
      <button type="submit" className={button.primary} aria-disabled={sending || leaving || undefined}>
        {label(sending, leaving)}
      </button>
    </form>
  );
}

function label(sending: boolean, leaving: boolean): string {
  if (leaving) return texts.toLogin;
  return sending ? texts.submitting : texts.submit;
}
