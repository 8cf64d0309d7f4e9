// Two policies in one program answer from their own clients.

bool alpha();
bool beta();

int main() { return alpha() && beta() ? 0 : 1; }
