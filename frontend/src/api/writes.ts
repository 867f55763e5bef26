let underWay = 0;

/** Requests that change something and have no reply yet: a page that is left now would not learn of it. */
export const writesUnderWay = () => underWay;

export async function asWrite<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}
