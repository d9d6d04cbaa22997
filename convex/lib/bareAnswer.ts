/** What went wrong is in the company's log, or for whoever asks to find out: they are told a number. */
export function bareAnswer(status: number): Response {
  return new Response(null, { status });
}
