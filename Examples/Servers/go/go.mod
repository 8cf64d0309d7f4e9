module shop.example/server

go 1.18
