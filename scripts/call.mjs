// Calls a function of the running backend as the operator.

/** @returns the function's value @throws with the backend's message when it fails */
export async function callAsOperator(url, adminKey, path, args) {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ path, format: "json", args }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${text}`);
  const answer = JSON.parse(text);
  if (answer.status !== "success") throw new Error(`${path}: ${answer.errorMessage}`);
  return answer.value;
}
