interface Lock {
  packages: Record<
    string,
    {
      license?: string;
      dev?: boolean;
      resolved?: string;
      integrity?: string;
      link?: boolean;
      workspaces?: readonly string[];
    }
  >;
}
export function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean;
export function breaches(lock: Lock): string[];
