import { type FormEvent, useState } from 'react';
import { FormRefusal, type Refused } from 'shared/forms/FormRefusal';
import { wordsOf } from '../api/errors';
import { notifyDone } from '../messages/notify';
import button from '../ui/button.module.css';
import { TextArea } from '../ui/fields';
import form from '../ui/form.module.css';
import { useDraft } from './use_draft';

interface NoteFormProps {
  /** The name of the draft. */
  name: string;
  /** The most characters. */
  most: number;
  /** Sends the note. A retry with the same id adds nothing more. */
  send: (noteId: string, text: string) => Promise<void>;
}

/** A form for an internal note. It keeps a draft, and its id, so that a retry does not add the note twice. */
export function NoteForm({ name, most, send }: NoteFormProps) {
  const draft = useDraft(name);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<Refused>();

  async function write(event: FormEvent) {
    event.preventDefault();
    const text = draft.text.trim();
    if (isSending) return;
    setRefusal(undefined);
    if (!text) {
      setProblem('Write the note first.');
      return;
    }
    setIsSending(true);
    try {
      await send(draft.id, text);
      draft.done();
      notifyDone('Note saved.');
    } catch (error) {
      setRefusal({ words: wordsOf(error), takesFocus: true });
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form className={form.form} noValidate onSubmit={(event) => void write(event)}>
      <TextArea
        label="For staff only"
        rows={2}
        maxLength={most}
        dir="auto"
        value={draft.text}
        readOnly={isSending}
        problem={problem}
        onChange={({ target }) => {
          // After a failed send, the first text may be stored. A changed text therefore gets a new id.
          if (refusal) draft.rewrite(target.value);
          else draft.setText(target.value);
          setProblem(undefined);
        }}
      />
      <FormRefusal refusal={refusal} />
      <div className={form.buttons}>
        <button type="submit" className={button.quiet} aria-disabled={isSending || undefined}>
          {isSending ? 'One moment…' : 'Save note'}
        </button>
      </div>
    </form>
  );
}
