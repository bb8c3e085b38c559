import type { FormEvent, ReactNode } from 'react';
import { AskedBeforeLeft } from '../../ui/AskedBeforeLeft';
import form from '../../ui/form.module.css';
import styles from './reviews.module.css';

interface CardFormProps {
  label: string;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form inside a review's card, so that the review stays visible. Escape closes it, as in a dialog. */
export function CardForm({ label, onSubmit, onClose, children }: CardFormProps) {
  return (
    <AskedBeforeLeft onLeave={onClose}>
      {(leave, isSending) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is Escape, in any field
        <form
          className={`${form.form} ${styles.form}`}
          aria-label={label}
          noValidate
          onSubmit={onSubmit}
          onKeyDown={({ key }) => key === 'Escape' && !isSending && leave()}
        >
          {children}
        </form>
      )}
    </AskedBeforeLeft>
  );
}
