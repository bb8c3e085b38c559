/** The status of a response to a caller who has to log in first. */
export const NOT_LOGGED_IN = 401;

/** A value that the server refused. `field` is its name in the request. */
export interface FieldError {
  field: string;
  message: string;
  code?: string;
  params?: Readonly<Record<string, number>>;
}

/**
 * An error response. `message` is the server's, or empty if it sent none; `data` is the data in the response; `reason` has a
 * machine-readable code, and the seconds until a retry makes sense, if known.
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

/** A missing response: the server is unreachable or too slow. The app chooses the text for the user. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super(undefined, { cause });
    this.name = 'ConnectionError';
  }

  /** True if the response took too long. */
  get timedOut(): boolean {
    return (this.cause as Partial<Error> | undefined)?.name === 'TimeoutError';
  }
}
