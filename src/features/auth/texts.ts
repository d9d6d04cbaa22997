/** Every Portuguese sentence of the sign-in; refusals have theirs in `domain/errors.ts`. */
export const texts = {
  signIn: "Entrar",
  signUp: "Criar conta",
  email: "E-mail",
  password: "Senha",
  passwordHint: "De 6 a 72 caracteres",
  signingIn: "Entrando…",
  signingUp: "Criando conta…",
  noAccountYet: "Ainda não tem conta?",
  goToSignUp: "Criar conta",
  haveAccount: "Já tem conta?",
  goToSignIn: "Entrar",
  emailRequired: "Informe o e-mail",
  passwordRequired: "Informe a senha",
  signInFailed: "Erro ao entrar",
  signUpFailed: "Erro no cadastro",
  checkCredentials: "Verifique suas credenciais.",
  tryAgain: "Não foi possível criar a conta. Tente de novo.",
  signedIn: "Login realizado com sucesso.",
  signedUp: "Cadastro realizado!",
} as const;

export type AuthMode = "login" | "signup";
