/** The status of an answer to a caller who has to log in first. */
export const NOT_LOGGED_IN = 401;

/** A value that the server refused, named as the request names it. */
export interface FieldError {
  field: string;
  message: string;
  code?: string;
  params?: Readonly<Record<string, number>>;
}

/**
 * An answer other than success. `message` is the server's, or empty when it sent none; `data` what came with it; `reason` says
 * why to programs, and in how many seconds another try makes sense where it does.
 */
export class ApiError<Data extends object = object, Field extends FieldError = FieldError> extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fieldErrors: readonly Field[] = [],
    readonly data: Data = {} as Data,
    readonly reason: { code?: string; params?: Readonly<Record<string, number>> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** No answer at all: the server is out of reach, or too slow. What a user is told of it is for the app to say. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super(undefined, { cause });
    this.name = 'ConnectionError';
  }

  /** Whether the answer took too long. */
  get timedOut(): boolean {
    return (this.cause as Partial<Error> | undefined)?.name === 'TimeoutError';
  }
}
