import type { FormEvent } from 'react';
import button from './button.module.css';
import { Icon } from './Icon';
import styles from './SearchForm.module.css';

interface SearchFormProps {
  /** What is looked for now. */
  text: string;
  /** What can be looked for, for who listens. */
  label: string;
  placeholder: string;
  onSearch: (text: string) => void;
}

/** The search of a list; it is asked when it is sent, since every search is written down in the log. */
export function SearchForm({ text, label, placeholder, onSearch }: SearchFormProps) {
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('text') ?? '').trim());
  }
  return (
    <search>
      <form className={styles.search} onSubmit={send}>
        <span className={styles.field}>
          <Icon name="search" />
          <input
            // Another search brings another text into the field.
            key={text}
            type="search"
            name="text"
            defaultValue={text}
            placeholder={placeholder}
            aria-label={label}
            autoComplete="off"
            maxLength={100}
          />
        </span>
        <button type="submit" className={button.quiet}>
          Find
        </button>
      </form>
    </search>
  );
}
